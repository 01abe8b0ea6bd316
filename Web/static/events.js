// What the person does: one capturing listener a kind; the nearest element that wants it answers.

import { noteScroll } from "/assets/anchors.js";
import { page, tellOf, wanting } from "/assets/page.js";

const keys = {
  Escape: 0, Enter: 1, " ": 2, ArrowUp: 3, ArrowDown: 4, ArrowLeft: 5, ArrowRight: 6, Home: 7, End: 8, PageUp: 9,
  PageDown: 10, Tab: 11, Delete: 12,
};
// In the order of Runtime's `composerEvent`.
const [enterPressed, otherKey, enterReleased, started, ended, edited, timerFired, lineBreak, left] = Array(9).keys();
const longPress = 450;
let follow = null;
let prefix = "";

/** `follow` gets the path of a link within the app. */
export function listenToPage(toPath, appPrefix) {
  follow = toPath;
  prefix = appPrefix;
  listenToPresses();
  listenToFields();
  listenToScrolling();
  listenToKeys();
  listenToComposition();
}

/** Tells the nearest element that wants the event of this name. */
function tellNearest(name, event, operands) {
  const element = wanting(event.target, name);
  return element ? tellOf(element, name, operands) : 0;
}

/** As if the key had been pressed there. */
export function press(element, key) {
  return tellNearest("key", { target: element }, { a: keys[key] });
}

function listen(kind, answer, options = {}) {
  document.addEventListener(kind, event => {
    if (event.target instanceof Node && !page.isPatching) answer(event);
  }, { capture: true, ...options });
}

function isPlainClick(event) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function listenToPresses() {
  listen("click", event => {
    const link = event.target.closest?.("a[href]");
    if (link && !isPlainClick(event)) return;
    const path = link?.getAttribute("href");
    const isInside = link !== null && link !== undefined && path.startsWith(prefix + "/");
    if (isInside) event.preventDefault();
    // Beside the sheet of a dialog is the dialog itself.
    if (event.target.localName === "dialog") tellNearest("key", event, { a: keys.Escape });
    if (isInside || wanting(event.target, "click")) endComposition();
    tellNearest("click", event);
    if (isInside) follow(path);
  });
  listen("submit", event => {
    event.preventDefault();
    tellNearest("submit", event);
  });
  listen("contextmenu", event => {
    if (offersOwnMenu(event.target) && openMenu(event.target)) event.preventDefault();
  });
  listenToLongPresses();
  // The way back of a phone, where a dialog stands.
  listen("cancel", event => {
    // A file chooser that is left says so, too.
    if (event.target.localName !== "dialog") return;
    event.preventDefault();
    tellNearest("key", event, { a: keys.Escape });
  });
  listen("mousedown", event => {
    if (event.target.closest?.("[data-keep-focus]")) event.preventDefault();
  });
}

// A link and a chosen piece of text keep the browser's own menu.
function offersOwnMenu(target) {
  return !target.closest?.("a[href], input, textarea") && (getSelection()?.isCollapsed ?? true);
}

function openMenu(target) {
  const element = wanting(target, "menu");
  return element ? tellOf(element, "menu") : 0;
}

// Safari on a phone tells no context menu.
function listenToLongPresses() {
  let timer = 0;
  let isOpened = false;
  const stop = () => clearTimeout(timer);
  listen("touchstart", event => {
    stop();
    isOpened = false;
    const { target } = event;
    if (event.touches.length > 1 || !offersOwnMenu(target) || !wanting(target, "menu")) return;
    timer = setTimeout(() => {
      isOpened = target.isConnected && openMenu(target) !== 0;
    }, longPress);
  }, { passive: true });
  listen("touchmove", stop, { passive: true });
  listen("touchcancel", stop, { passive: true });
  // The finger that opened the menu presses nothing in it.
  listen("touchend", event => {
    stop();
    if (isOpened && event.cancelable) event.preventDefault();
    isOpened = false;
  }, { passive: false });
}

function listenToFields() {
  listen("input", event => {
    const field = event.target;
    tellNearest("input", event, { parts: [field.value] });
    compose(field, edited, { text: field.value });
    fit(field);
  });
  listen("change", event => {
    tellNearest("change", event, { a: event.target.checked ? 1 : 0, parts: [String(event.target.value)] });
  });
  listen("focusin", event => { tellNearest("focus", event); });
  listen("focusout", event => {
    compose(event.target, left);
    tellNearest("blur", event);
  });
}

// Where the style sheet cannot let a field grow with its text.
const fieldsGrow = CSS.supports("field-sizing", "content");

function fit(field) {
  if (fieldsGrow || field.localName !== "textarea") return;
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

function listenToScrolling() {
  const scrolled = new Set();
  const tellAll = () => {
    const lists = [...scrolled];
    scrolled.clear();
    for (const list of lists) {
      const top = Math.round(list.scrollTop);
      const end = Math.max(0, Math.round(list.scrollHeight - list.clientHeight - list.scrollTop));
      if (list.isConnected) tellOf(list, "scroll", { a: top, b: end, c: list.clientHeight });
    }
  };
  listen("scroll", ({ target }) => {
    noteScroll(target);
    if (wanting(target, "scroll") !== target) return;
    if (scrolled.size === 0) requestAnimationFrame(tellAll);
    scrolled.add(target);
  }, { passive: true });
}

function listenToKeys() {
  listen("keydown", event => {
    const isTaken = (composeKey(event) & 1) !== 0;
    if (isTaken) event.preventDefault();
    if (isTaken || event.isComposing || event.keyCode === 229) return;
    if (walk(event)) event.preventDefault();
    if (event.defaultPrevented || keys[event.key] === undefined) return;
    if (tellNearest("key", event, { a: keys[event.key] })) event.preventDefault();
  });
  listen("keyup", event => {
    if (isEnter(event)) compose(event.target, enterReleased);
  });
}

// Among the messages of a log the arrows go from one to the next, and Enter opens its menu.
function walk({ target, key }) {
  const log = target.closest?.("[role=log]");
  if (!log || (target !== log && target.role !== "article")) return false;
  if (key === "Enter") return openMenu(target) !== 0;
  if (key !== "ArrowUp" && key !== "ArrowDown") return false;
  const rows = [...log.querySelectorAll("[role=article]")];
  const at = rows.indexOf(target);
  const next = rows[at < 0 ? rows.length - 1 : at + (key === "ArrowUp" ? -1 : 1)];
  next?.focus();
  return next !== undefined;
}

function isEnter(event) {
  return event.key === "Enter" || event.code === "Enter" || event.code === "NumpadEnter";
}

function composeKey(event) {
  if (!isEnter(event)) return compose(event.target, otherKey);
  const flags = (event.isComposing ? 1 : 0) | (event.keyCode === 229 ? 2 : 0) | (event.repeat ? 8 : 0) |
    (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey ? 4 : 0);
  return compose(event.target, enterPressed, { b: flags, text: event.target.value });
}

function listenToComposition() {
  listen("compositionstart", event => {
    page.composingField = event.target;
    compose(event.target, started);
  });
  listen("compositionend", event => {
    const field = event.target;
    page.composingField = null;
    if (compose(field, ended, { text: event.data || "" }) & 2) {
      setTimeout(() => compose(field, timerFired, { text: field.value }), 0);
    }
  });
  listen("beforeinput", event => {
    if (event.inputType !== "insertLineBreak" && event.inputType !== "insertParagraph") return;
    if (compose(event.target, lineBreak) & 1) event.preventDefault();
  });
}

function compose(field, what, { b = 0, text } = {}) {
  if (!field.isConnected || wanting(field, "composer") !== field) return 0;
  return tellOf(field, "composer", { a: what, b, parts: text === undefined ? [] : [text] });
}

// A press elsewhere takes the whole text, the syllable in hand as well.
function endComposition() {
  const field = page.composingField;
  field?.blur();
  field?.focus({ preventScroll: true });
}
