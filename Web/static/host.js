// Starts the app's Wasm and does for it what only a script can. The tables stand in the order of Browser's
// HostOperation and HostEvent.

import { reveal, scrollToEnd } from "/assets/anchors.js";
import { listenToPage } from "/assets/events.js";
import { mountPage, patch } from "/assets/page.js";
import { deskOperations, eraseDesk, openDesk, setUpDesk } from "/assets/desk.js";
import { eraseStore, openStore, readRecords, useRecordsOf, writeRecords } from "/assets/records.js";

const { app, wasm } = document.documentElement.dataset;
const prefix = "/" + app;
const preferencePrefix = "maru/";
const themeName = app + "/theme";
const patience = 20000;
// Marks a step of the browser's history that has another place of the app before it; it outlives a reload.
const beyond = { beyond: true };
const eventNumbers = Object.fromEntries(("started frame httpAnswered httpFailed timerFired " +
  "recordsRead recordsWritten recordsFailed socketOpened socketReceived socketClosed " +
  "pathChanged visibilityChanged onlineChanged uploadMoved uploadEnded fileNotKept fileRefused accessRefused " +
  "click input change submit scroll focus blur key composer menu files")
  .split(" ").map((name, index) => [name, index]));

// A leading U+FEFF is part of the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
let exports = null;
let isStopped = false;

// Into Wasm. After a trap its state is half written: nothing calls in again.

function enter(call) {
  if (isStopped || !exports) return 0;
  try {
    return call();
  } catch (error) {
    stop(error);
    return 0;
  }
}

function deliver(name, id = 0, { a = 0, b = 0, c = 0, parts = [] } = {}) {
  return enter(() => exports.deliver(eventNumbers[name], id, a, b, c, write(parts)));
}

// Parts are texts, bytes, or bare numbers. Returns how many bytes were written.
function write(parts) {
  if (parts.length === 0) return 0;
  let room = 0;
  for (const part of parts) room += typeof part === "number" ? 4 : 4 + part.length * (typeof part === "string" ? 3 : 1);
  const start = exports.scratch(room);
  const bytes = new Uint8Array(exports.memory.buffer, start, room);
  const numbers = new DataView(exports.memory.buffer, start, room);
  let at = 0;
  for (const part of parts) {
    if (typeof part === "number") {
      numbers.setInt32(at, part, true);
      at += 4;
      continue;
    }
    let count = part.length;
    if (typeof part === "string") count = encoder.encodeInto(part, bytes.subarray(at + 4)).written;
    else bytes.set(part, at + 4);
    numbers.setInt32(at, count, true);
    at += 4 + count;
  }
  return at;
}

// Out of Wasm

function decode(start, count) {
  return decoder.decode(new Uint8Array(exports.memory.buffer, start, count));
}

function textsOf(lengths, count, text, textCount) {
  const run = decode(text, textCount);
  let from = 0;
  return Array.from(new Int32Array(exports.memory.buffer, lengths, count), length => run.slice(from, from += length));
}

const imports = {
  now: () => Date.now(),
  random(start, count) {
    crypto.getRandomValues(new Uint8Array(exports.memory.buffer, start, count));
  },
  putchar(byte) {
    if (byte !== 10) line += String.fromCharCode(byte);
    else {
      console.error(line);
      line = "";
    }
  },
  patch(words, count, text, textCount) {
    patch(new Int32Array(exports.memory.buffer, words, count).slice(), decode(text, textCount));
    document.getElementById("splash")?.remove();
  },
  perform(operation, ticket, number, lengths, count, text, textCount, body, bodyCount) {
    const texts = count ? textsOf(lengths, count, text, textCount) : [];
    const bytes = bodyCount ? new Uint8Array(exports.memory.buffer, body, bodyCount).slice() : undefined;
    operations[operation]({ ticket, number, texts, bytes });
  },
};
let line = "";

// What has to be called off: timers and requests by ticket.
const cancels = new Map();

const operations = Object.values({
  requestFrame() {
    const draw = () => deliver("frame");
    if (document.hidden) setTimeout(draw, 100);
    else requestAnimationFrame(draw);
  },
  startTimer({ ticket, number }) {
    const timer = setTimeout(() => {
      cancels.delete(ticket);
      deliver("timerFired", ticket);
    }, number);
    cancels.set(ticket, () => clearTimeout(timer));
  },
  cancel({ ticket }) {
    cancels.get(ticket)?.();
    cancels.delete(ticket);
  },
  fetch({ ticket, texts, bytes }) {
    exchange(ticket, texts, bytes);
  },
  openStore({ texts: [account] }) {
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
  setDocument({ texts: [title, language] }) {
    document.title = title;
    document.documentElement.lang = language;
  },
  reveal({ texts: [id] }) {
    const element = document.getElementById(id);
    if (element) reveal(element);
  },
  copy({ texts: [text] }) { navigator.clipboard?.writeText(text).catch(() => {}); },
  ...deskOperations,
});

// A finger and nothing else: no keyboard, and no work behind the screen.
function isHandheld() {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}

async function exchange(ticket, [method, target, ...fields], bytes) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), patience);
  cancels.set(ticket, () => abort.abort());
  try {
    const headers = [];
    for (let index = 0; index < fields.length; index += 2) headers.push([fields[index], fields[index + 1]]);
    const response = await fetch(target, {
      method, headers, body: bytes, signal: abort.signal,
      credentials: "same-origin", cache: "no-store", redirect: "error",
    });
    const parts = [new Uint8Array(await response.arrayBuffer())];
    for (const [name, value] of response.headers) parts.push(name, value);
    deliver("httpAnswered", ticket, { a: response.status, parts });
  } catch {
    deliver("httpFailed", ticket);
  } finally {
    clearTimeout(timer);
    cancels.delete(ticket);
  }
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

function tellStart() {
  const languages = [...navigator.languages];
  const zone = zoneChanges();
  deliver("started", 0, {
    a: languages.length, b: zone.length / 2, c: (navigator.onLine ? 1 : 0) | (history.state?.beyond ? 2 : 0),
    parts: [currentPath(), ...languages, ...zone, ...preferences()],
  });
}

function watch() {
  addEventListener("popstate", () => deliver("pathChanged", 0, { parts: [currentPath()] }));
  addEventListener("online", () => deliver("onlineChanged", 0, { a: 1 }));
  addEventListener("offline", () => deliver("onlineChanged", 0, { a: 0 }));
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
  document.getElementById("splash")?.remove();
  console.error(error);
  closeSocket();
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
  useRecordsOf(app);
  mountPage(document.getElementById("app"), prefix);
  setUpDesk(app, deliver);
  try {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(wasm), { host: imports });
    exports = instance.exports;
  } catch (error) {
    stop(error);
    return;
  }
  enter(() => {
    exports.__wasm_call_ctors();
    exports.__main_argc_argv(0, 0);
  });
  tellStart();
  watch();
  listenToPage(deliver, follow, prefix);
  navigator.serviceWorker?.register(`${prefix}/sw.js`, { scope: prefix + "/" }).catch(() => {});
}

start();
