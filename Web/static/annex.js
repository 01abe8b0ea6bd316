// The annexes: programs for what is not needed at first load, one for the account and one for reservations. One comes
// when one of its places is first opened, or when the page has nothing to do; it lives while such a place is shown, and
// never longer than the session that it was opened in. It has no session, store or socket: what it asks for goes out
// with the app's token, or to the app itself.

import { authorised, fetchAuthorised } from "/assets/access.js";
import { fileOf } from "/assets/files.js";
import { afterPatches, onAttribute } from "/assets/page.js";
import { makeProgram } from "/assets/program.js";
import { changeSession } from "/assets/session.js";
import { pushWish } from "/assets/push.js";

const { app, annex, annexStyle, booking, bookingStyle } = document.documentElement.dataset;
// The second program, and the third, which has the second one's style as well. Each fetched and compiled once.
const account = { wasm: annex, styles: [annexStyle] };
const visits = { wasm: booking, styles: [annexStyle, bookingStyle] };
const words = {
  ko: ["불러오는 중", "화면을 불러오지 못했어요", "연결을 확인하고 다시 시도해 주세요", "다시 시도"],
  en: ["Loading", "We couldn’t load this screen", "Check your connection and try again", "Try again"],
  ja: ["読み込み中", "画面を読み込めませんでした", "接続を確認して、もう一度お試しください", "もう一度試す"],
};
// Of FeatureCore's Asking; what is neither begins a session.
const [nobody, person] = [0, 1];
// The last of Runtime+Annex's WishKind.
const [signIn, signedIn] = [5, 6];
const signInPatience = 20000;
const spinnerAfter = 150;
// Of a profile's picture: bytes that are worth sending as they are, and pixels that are enough.
const pictureLimit = 1 << 18;
const pictureSide = 1024;

let page = null;
let admit = () => {};
// The element of the place that is shown and what it says; the program in it.
let shown = null;

/** `given`: what the page does for its programs: deliver (to the app), tellStart, follow, showTitle, operations. */
export function setUpAnnex(given) {
  page = given;
  onAttribute("data-annex", (element, place) => {
    if (place === undefined) return;
    if (shown?.element === element && shown.source === sourceOf(place)) {
      shown.place = place;
      shown.program?.deliver("pathChanged", 0, { parts: [pathOf(place)] });
    } else {
      closeAnnex();
      shown = { element, place, source: sourceOf(place) };
    }
  });
  afterPatches(() => {
    if (shown && !shown.element.isConnected) {
      closeAnnex();
      shown = null;
    } else if (shown && !shown.visit) {
      open(shown);
    }
  });
  addEventListener("online", () => { if (shown?.hasFailed) open(shown); });
  // The way back from a provider's page is a sign-in as well.
  if (given.isEntering) askForConsent();
  const idle = window.requestIdleCallback ?? (act => setTimeout(act, 2000));
  const prepare = () => { load(account).then(() => load(visits)).catch(() => {}); };
  if (!navigator.connection?.saveData) addEventListener("load", () => idle(prepare));
}

/** The program goes, with all that it knew. Where its place is still shown, the next one begins from nothing. */
export function closeAnnex() {
  if (!shown) return;
  shown.program?.end();
  shown.element.replaceChildren();
  shown = { element: shown.element, place: shown.place, source: shown.source };
  page.showTitle("");
}

/** Tells the annex, where one is open. */
export function tellAnnex(name, operands) {
  shown?.program?.deliver(name, 0, operands);
}

function sourceOf(place) {
  return /^(doctors|reservations|orders|waiting|payments|schedule)\b/.test(place) ? visits : account;
}

function load(source) {
  source.compiling ??= WebAssembly.compileStreaming(fetch(source.wasm)).catch(error => {
    source.compiling = null;
    throw error;
  });
  return Promise.all([source.compiling, ...source.styles.map(style)]);
}

const styling = {};

function style(href) {
  return styling[href] ??= new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.onload = resolve;
    link.onerror = () => {
      styling[href] = null;
      link.remove();
      reject(new Error("style"));
    };
    document.head.append(link);
  });
}

async function open(place) {
  const visit = place.visit = {};
  const isCurrent = () => shown === place && place.visit === visit;
  place.hasFailed = false;
  place.program = null;
  const isWaiting = () => isCurrent() && !place.program && !place.hasFailed;
  setTimeout(() => { if (isWaiting()) showWaiting(place.element); }, spinnerAfter);
  const fail = () => { if (isCurrent()) showFault(place); };
  const stopped = error => {
    console.error(error);
    fail();
  };
  try {
    const [compiled] = await load(place.source);
    if (!isCurrent()) return;
    const program = place.program = makeProgram(place.element, {
      tableOf: own => table(own, () => program), stopped, drawing: clearing(place.element),
    });
    await program.run(compiled);
    page.tellStart(program, pathOf(place.place));
  } catch (error) {
    console.warn("annex:", error?.message);
    fail();
  }
}

// What stood there while the program came goes before its first patch.
function clearing(element) {
  let isFirst = true;
  return () => {
    if (isFirst) element.replaceChildren();
    isFirst = false;
  };
}

// The query is part of where the page is; the mark of an ended session is not.
function pathOf(place) {
  const mark = place.indexOf("#");
  return location.pathname + location.search + (mark < 0 ? "" : place.slice(mark));
}

const later = act => queueMicrotask(act);

// All that an annex may ask for. What is not here would be a fault of the program: asking for it stops it. The app
// hears of a wish only after the annex's own turn: it may end the annex.
function table(own, program) {
  const { focus, scrollToEnd, reveal, announce, replacePath, savePreference, dropFiles, openFile } = page.operations;
  const { copy } = page.operations;
  const allowed = {
    ...own, focus, scrollToEnd, reveal, announce, savePreference, dropFiles, openFile,
    copy: ({ texts: [text] }) => copy({ texts: [text[0] === "/" ? location.origin + text : text] }),
    pushPath: ({ texts: [path] }) => later(() => go(path)),
    replacePath: call => later(() => {
      replacePath(call);
      page.follow(call.texts[0]);
    }),
    setDocument: ({ texts: [title] }) => page.showTitle(title),
    push: ({ number, texts: [key] }) =>
      pushWish(number, key).then(standing => program().deliver("pushTold", 0, standing)),
    ask: call => program().exchange(call, sender(call.number)),
    wish: ({ number, texts: [text] }) => later(() => page.deliver("wished", 0, { a: number, parts: [text] })),
  };
  return Object.keys(page.operations).map(name => allowed[name]);
}

// A place of the app, a document of our own server beside it (the checkout), or a provider's page.
function go(path) {
  if (path.startsWith(`/${app}/`)) page.follow(path);
  else if (/^(\/|https?:)/.test(path)) location.assign(path);
}

function sender(asking) {
  if (asking === nobody) return (target, options) => fetch(target, named(options));
  if (asking === person) {
    return async (target, options) => {
      const filled = await withPicture(options);
      return authorised(access => fetch(target, named(filled, access)));
    };
  }
  return beginSession;
}

// What names a brought picture is sent with its bytes; a large one, or one of another kind, as it is shown.
async function withPicture({ headers, body, ...options }) {
  if (headers.get("Content-Type") !== "multipart/form-data") return { headers, body, ...options };
  const { file } = await fileOf(new TextDecoder().decode(body));
  const form = new FormData();
  const isFit = file.size < pictureLimit && /^image\/(png|jpeg)$/.test(file.type);
  form.append("profile", isFit ? file : await smaller(file), "profile");
  headers.delete("Content-Type");
  return { ...options, headers, body: form };
}

async function smaller(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, pictureSide / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale));
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}

function named({ headers, ...options }, access = {}) {
  const added = { SeSACKey: app, "Accept-Language": document.documentElement.lang, ...access };
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return { ...options, headers };
}

// The app says when: an exchange that ends or renews a session may be on its way. Its answer belongs to the app, even
// where the place has been left meanwhile.
async function beginSession(target, options) {
  await new Promise(resolve => {
    admit = resolve;
    page.deliver("wished", 0, { a: signIn, parts: [""] });
  });
  let body = new Uint8Array(0);
  let answer = null;
  try {
    answer = await changeSession(target, { ...named(options), signal: AbortSignal.timeout(signInPatience) });
    body = new Uint8Array(await answer.clone().arrayBuffer());
    return answer;
  } finally {
    page.deliver("wished", 0, { a: signedIn, b: answer?.status ?? 0, parts: [body] });
    if (answer?.ok) askForConsent();
  }
}

// Older clients sign up without agreeing to anything: who signs in here is led to what is missing.
async function askForConsent() {
  const answer = await fetchAuthorised("/v1/me/consents").catch(() => null);
  const { missing = [] } = answer?.ok ? await answer.json() : {};
  if (missing.length > 0) page.follow(`/${app}/me/consents`);
}

/** In the order of Browser's HostOperation, after those of desk.js. */
export const annexOperations = {
  ask() {},
  wish() {},
  admitSignIn() { admit(); },
  tellAnnex({ texts }) { tellAnnex("told", { parts: texts }); },
  push() {},
};

// Faces

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

function wordsNow() {
  return words[document.documentElement.lang] ?? words.en;
}

function showWaiting(element) {
  const face = make("div", { className: "boot", role: "status", ariaLabel: wordsNow()[0] });
  face.append(make("span", { className: "spinner" }));
  element.replaceChildren(face);
}

function showFault(place) {
  place.hasFailed = true;
  place.program?.end();
  const [, title, text, again] = wordsNow();
  const face = make("div", { className: "face", role: "alert" });
  const button = make("button", { className: "btn", type: "button", textContent: again });
  button.addEventListener("click", () => {
    place.element.replaceChildren();
    open(place);
  });
  face.append(make("h1", { textContent: title }), make("p", { textContent: text }), button);
  place.element.replaceChildren(face);
}
