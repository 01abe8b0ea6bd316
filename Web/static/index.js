// The words of the first page in the browser's language, and the look that the person chose in the browser.

const texts = {
  en: {
    title: "Maru", lead: "Where people meet. Choose an app.",
    eyemon: "Ask an eye doctor, right in a chat", doctor: "Conversations with patients, on a tablet",
  },
  ja: {
    title: "マル", lead: "人が集まる場所。アプリを選んでください。",
    eyemon: "目のことは、眼科医にチャットで相談", doctor: "患者さんとの会話を、タブレットで",
  },
};
const language = navigator.languages.map(name => name.slice(0, 2)).find(name => name === "ko" || texts[name]) || "ko";
const words = texts[language];
if (words) {
  document.documentElement.lang = language;
  document.title = words.title;
  for (const element of document.querySelectorAll("[data-words]")) {
    element.textContent = words[element.dataset.words];
  }
}
