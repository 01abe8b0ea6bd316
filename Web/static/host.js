// Starts the app's Wasm and does for it what only a script can. The tables stand in the order of Browser's
// HostOperation: those of program.js, then these, those of desk.js and those of annex.js.

import { reveal, scrollToEnd } from "/assets/anchors.js";
import { annexOperations, closeAnnex, setUpAnnex, tellAnnex } from "/assets/annex.js";
import { deskOperations, eraseDesk, openDesk, setUpDesk } from "/assets/desk.js";
import { listenToPage } from "/assets/events.js";
import { usePrefix } from "/assets/page.js";
import { makeProgram } from "/assets/program.js";
import { keepPush } from "/assets/push.js";
import { eraseStore, openStore, readRecords, useRecordsOf, writeRecords } from "/assets/records.js";

const { app, wasm } = document.documentElement.dataset;
// In the order of ConsultWeb.
const apps = ["eyemon", "eyemon-doctor"];
const prefix = "/" + app;
const preferencePrefix = "maru/";
const themeName = app + "/theme";
// Marks a step of the browser's history that has another place of the app before it; it outlives a reload.
const beyond = { beyond: true };
let program = null;
let deliver = null;
let isStopped = false;
// Of the app, and of the place that its annex shows.
let title = "";
let placeTitle = "";

const appOperations = {
  openStore({ texts: [account] }) {
    closeAnnex();
    openStore(account);
    openDesk(account);
  },
  eraseStore({ texts: [account] }) {
    eraseStore(account);
    eraseDesk(account);
  },
  readRecords({ ticket, texts: [start, end] }) {
    readRecords(start, end).then(
      found => deliver("recordsRead", ticket, { parts: found }), error => failRecords(ticket, error));
  },
  writeRecords({ ticket, texts }) {
    writeRecords(texts).then(() => deliver("recordsWritten", ticket), error => failRecords(ticket, error));
  },
  openSocket({ ticket, texts: [path] }) {
    closeSocket();
    openSocket(ticket, path);
  },
  sendSocket({ texts: [text] }) {
    if (socket?.readyState === WebSocket.OPEN) socket.send(text);
  },
  closeSocket() { closeSocket(); },
  pushPath({ texts: [path] }) {
    if (path !== currentPath()) history.pushState(beyond, "", path);
  },
  replacePath({ texts: [path] }) { history.replaceState(history.state, "", path); },
  goBack() { history.back(); },
  savePreference({ number, texts: [name, value] }) {
    try {
      if (number) localStorage.setItem(preferencePrefix + name, value);
      else localStorage.removeItem(preferencePrefix + name);
    } catch { /* Kept for this visit only. */ }
    if (name === themeName) showTheme(number ? value : null);
  },
  // 1: only where a keyboard is at hand.
  focus({ number, texts: [id] }) {
    if (!number || !isHandheld()) document.getElementById(id)?.focus({ preventScroll: true });
  },
  scrollToEnd({ texts: [id] }) {
    const list = document.getElementById(id);
    if (list) scrollToEnd(list);
  },
  announce({ texts: [text] }) {
    const region = document.getElementById("announcer");
    region.textContent = "";
    requestAnimationFrame(() => { region.textContent = text; });
  },
  setDocument({ texts: [text, language] }) {
    title = text;
    document.documentElement.lang = language;
    showTitle();
  },
  reveal({ texts: [id] }) {
    const element = document.getElementById(id);
    if (element) reveal(element);
  },
  copy({ texts: [text] }) { navigator.clipboard?.writeText(text).catch(() => {}); },
};

// A finger and nothing else: no keyboard, and no work behind the screen.
function isHandheld() {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}

function failRecords(ticket, error) {
  console.warn("records:", error?.message);
  deliver("recordsFailed", ticket);
}

let socket = null;

function openSocket(ticket, path) {
  let opened;
  try {
    opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  } catch {
    setTimeout(() => deliver("socketClosed", ticket), 0);
    return;
  }
  socket = opened;
  opened.onopen = () => deliver("socketOpened", ticket);
  opened.onmessage = ({ data }) => {
    if (typeof data === "string") deliver("socketReceived", ticket, { parts: [data] });
  };
  opened.onclose = () => {
    if (socket === opened) socket = null;
    deliver("socketClosed", ticket);
  };
}

function closeSocket() {
  socket?.close(1000);
  socket = null;
}

// The world around the page

function currentPath() {
  return location.pathname + location.search;
}

/** The place of an annex stands behind the unread number, before the app's own name. */
function showTitle(place = placeTitle) {
  placeTitle = place;
  const [, unread, name] = title.match(/^(\(\S+\) )?(.*)$/);
  document.title = place ? `${unread ?? ""}${place} – ${name}` : title;
}

function follow(path) {
  if (path !== currentPath()) history.pushState(beyond, "", path);
  deliver("pathChanged", 0, { parts: [path] });
}

function showTheme(theme) {
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

function preferences() {
  const found = [];
  try {
    for (let index = 0; index < localStorage.length; index++) {
      const key = localStorage.key(index);
      if (!key.startsWith(preferencePrefix + app + "/")) continue;
      found.push(key.slice(preferencePrefix.length), localStorage.getItem(key));
    }
  } catch { /* Storage is off. */ }
  return found;
}

// Where the zone's offset changes between 2015 and the end of next year: minutes since 1970, minutes east of UTC.
function zoneChanges() {
  const east = minute => -new Date(minute * 60000).getTimezoneOffset();
  const end = Date.UTC(new Date().getUTCFullYear() + 2, 0) / 60000;
  const step = 20 * 24 * 60;
  let at = Date.UTC(2015, 0) / 60000;
  const changes = [at, east(at)];
  for (; at < end; at += step) {
    if (east(at) === east(at + step)) continue;
    let before = at;
    let after = at + step;
    while (after - before > 1) {
      const half = Math.floor((before + after) / 2);
      if (east(half) === east(at)) before = half;
      else after = half;
    }
    changes.push(after, east(after));
  }
  return changes;
}

function tellStart(program, path) {
  const languages = [...navigator.languages];
  const zone = zoneChanges();
  program.deliver("started", 0, {
    a: languages.length, b: zone.length / 2, c: (navigator.onLine ? 1 : 0) | (history.state?.beyond ? 2 : 0),
    parts: [path, ...languages, ...zone, ...preferences()],
  });
}

function watch() {
  addEventListener("popstate", () => deliver("pathChanged", 0, { parts: [currentPath()] }));
  for (const kind of ["online", "offline"]) {
    addEventListener(kind, () => {
      deliver("onlineChanged", 0, { a: navigator.onLine ? 1 : 0 });
      tellAnnex("onlineChanged", { a: navigator.onLine ? 1 : 0 });
    });
  }
  // A notification was pressed while the app is open, or the browser subscribed anew.
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    if (data?.pushChanged) keepPush();
    if (typeof data?.show === "string" && data.show.startsWith(prefix + "/")) follow(data.show);
  });
  document.addEventListener("visibilitychange", () => {
    deliver("visibilityChanged", 0, { a: document.hidden ? 0 : 1, b: isHandheld() ? 1 : 0 });
  });
  // Safari lays the keyboard over the page instead of making it smaller.
  visualViewport?.addEventListener("resize", () => {
    const isCovered = innerHeight - visualViewport.height * visualViewport.scale > 60;
    document.documentElement.style.setProperty("--app-height", isCovered ? `${visualViewport.height}px` : "");
  });
}

const words = {
  ko: ["멈췄어요", "잠시 문제가 생겼어요. 새로고침하면 이어서 쓸 수 있어요.", "새로고침"],
  en: ["Stopped", "Something went wrong. Reload to go on where you were.", "Reload"],
  ja: ["停止しました", "問題が発生しました。再読み込みすると続けられます。", "再読み込み"],
};

function stop(error) {
  if (isStopped) return;
  isStopped = true;
  program.end();
  document.getElementById("splash")?.remove();
  console.error(error);
  closeSocket();
  // Another tab may go on with what waits here.
  openStore("");
  const language = [document.documentElement.lang, ...navigator.languages].find(name => words[name.slice(0, 2)]);
  const [title, text, reload] = words[(language || "en").slice(0, 2)];
  const box = Object.assign(document.createElement("div"), { className: "stopped" });
  box.setAttribute("role", "alertdialog");
  box.setAttribute("aria-label", title);
  const heading = Object.assign(document.createElement("h1"), { textContent: title });
  const explanation = Object.assign(document.createElement("p"), { textContent: text });
  const button = Object.assign(document.createElement("button"), { textContent: reload, className: "btn" });
  button.addEventListener("click", () => location.reload());
  box.append(heading, explanation, button);
  document.body.append(box);
  button.focus();
}

async function start() {
  const kept = preferences();
  showTheme(kept[kept.indexOf(themeName) + 1]);
  useRecordsOf(app, isWriter => deliver("storeChanged", 0, { a: isWriter ? 1 : 0 }));
  usePrefix(prefix);
  let operations = null;
  program = makeProgram(document.getElementById("app"), {
    tableOf(own) {
      operations = { ...own, ...appOperations, ...deskOperations, ...annexOperations };
      return Object.values(operations);
    },
    stopped: stop,
    app: apps.indexOf(app),
    drawing() { document.getElementById("splash")?.remove(); },
  });
  ({ deliver } = program);
  setUpDesk(app, deliver);
  const isEntering = kept.includes(app + "/entering");
  setUpAnnex({ deliver, tellStart, follow, showTitle, operations, isEntering });
  try {
    await program.run(await WebAssembly.compileStreaming(fetch(wasm)));
  } catch (error) {
    stop(error);
    return;
  }
  tellStart(program, currentPath());
  watch();
  listenToPage(follow, prefix);
  navigator.serviceWorker?.register(`${prefix}/sw.js`, { scope: prefix + "/" }).catch(() => {});
}

start();
