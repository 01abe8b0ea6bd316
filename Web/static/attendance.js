// The attendance page as older clients open it: a tap goes to the app, the app calls `requestAttendance` with its
// access token, and hears on how many days the person was there.

const texts = {
  ko: {
    outside: "앱에서 열면 출석할 수 있어요.", failed: "지금은 출석할 수 없어요. 잠시 후 다시 눌러 주세요.",
    days: count => `지금까지 ${count}일 출석했어요.`, again: count => `오늘은 이미 출석했어요. 지금까지 ${count}일이에요.`,
  },
  en: {
    title: "Be counted today", lead: "Tap once a day. Your days add up.", button: "I’m here",
    outside: "Open this page in the app to be counted.", failed: "That did not work. Please tap again in a moment.",
    days: count => `You were here on ${count} ${count === 1 ? "day" : "days"}.`,
    again: count => `You are counted for today. ${count} ${count === 1 ? "day" : "days"} so far.`,
  },
  ja: {
    title: "今日も出席チェック", lead: "1日1回タップしてください。出席した日がたまります。", button: "出席する",
    outside: "アプリで開くと出席できます。", failed: "いまは出席できません。しばらくしてからもう一度お試しください。",
    days: count => `これまでに${count}日出席しました。`, again: count => `今日はもう出席済みです。これまでに${count}日です。`,
  },
};
const language = navigator.languages.map(name => name.slice(0, 2)).find(name => texts[name]) || "ko";
const words = texts[language];
const key = new URLSearchParams(location.search).get("app") || "";
const days = document.getElementById("days");
const button = document.getElementById("attend");
const bridge = window.webkit?.messageHandlers;

document.documentElement.lang = language;
for (const element of document.querySelectorAll("[data-words]")) {
  element.textContent = words[element.dataset.words] ?? element.textContent;
}

button.addEventListener("click", () => {
  if (bridge?.click_attendance_button) bridge.click_attendance_button.postMessage("");
  else days.textContent = words.outside;
});

/** Called by the app. */
window.requestAttendance = async token => {
  button.disabled = true;
  try {
    const answer = await fetch("/v1/events/attendance", {
      method: "POST", headers: { SeSACKey: key, Authorization: token }, credentials: "omit", cache: "no-store",
    });
    if (!answer.ok) throw new Error(answer.status);
    const { days: count, is_new: isNew } = await answer.json();
    days.textContent = (isNew ? words.days : words.again)(count);
    bridge?.complete_attendance?.postMessage(count);
  } catch {
    days.textContent = words.failed;
  } finally {
    button.disabled = false;
  }
};
