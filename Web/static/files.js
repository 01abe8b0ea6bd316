// Files that the person chose and that are not in a message yet. Their bytes lie in a store of their own beside the
// records, so that an outbox survives the end of the page. What cannot be kept stays for this visit.

import { fetchAuthorised } from "/assets/access.js";

const patience = 20000;
const day = 24 * 60 * 60 * 1000;
const limitOfMeasuring = 3000;
const held = new Map();
let app = "";
let account = "";
let opening = null;

const databaseName = of => `maru-files/${app}/${of}`;

export function useFilesOf(name) {
  app = name;
}

export function openFiles(of) {
  close();
  held.clear();
  account = of;
}

export function eraseFiles(of) {
  if (of === account) openFiles(account);
  try {
    indexedDB.deleteDatabase(databaseName(of));
  } catch { /* There is no store at all. */ }
}

/** Takes a file in. Its id names it from now on; `isKept` says, later, whether the store has it. */
export function takeFile(file) {
  const random = crypto.getRandomValues(new Uint8Array(12));
  const id = Array.from(random, byte => byte.toString(16).padStart(2, "0")).join("");
  const entry = { file, name: file.name || "file", at: Date.now() };
  held.set(id, entry);
  return { id, isKept: change(store => store.put(entry, id)).then(() => true, () => false) };
}

/** The file with its name and the place of its upload, or nothing where it is lost. */
export async function fileOf(id) {
  if (held.has(id)) return held.get(id);
  const entry = await read(store => store.get(id)).catch(() => undefined);
  if (entry && !held.has(id)) held.set(id, entry);
  return held.get(id);
}

/** Remembers where the upload of a file goes on. */
export async function notePlace(id, place) {
  const entry = await fileOf(id);
  if (!entry) return;
  entry.place = place;
  await change(store => store.put(entry, id)).catch(() => {});
}

/** An upload that is not finished, or not needed any more, is ended on the server as well. */
export async function dropFiles(ids) {
  const entries = await Promise.all(ids.map(id => fileOf(id)));
  for (const id of ids) held.delete(id);
  await change(store => { for (const id of ids) store.delete(id); }).catch(() => {});
  for (const place of entries.map(entry => entry?.place).filter(Boolean)) {
    fetchAuthorised(place, { method: "DELETE", headers: { "Tus-Resumable": "1.0.0" } })
      .catch(() => {});
  }
}

/** Removes what was chosen long ago and waits in no outbox. */
export async function pruneFiles(wanted) {
  try {
    const known = await read(store => store.getAllKeys());
    const old = [];
    for (const id of known.filter(id => !wanted.includes(id) && !held.has(id))) {
      const entry = await read(store => store.get(id));
      if (!(entry?.at > Date.now() - day)) old.push(id);
    }
    if (old.length > 0) await dropFiles(old);
  } catch { /* There is no store. */ }
}

/** Width and height of a picture as it will be shown, or zeros. */
export async function measure(file) {
  if (!file.type.startsWith("image/")) return [0, 0];
  const url = URL.createObjectURL(file);
  const image = new Image();
  await new Promise(resolve => {
    image.onload = image.onerror = resolve;
    setTimeout(resolve, limitOfMeasuring);
    image.src = url;
  });
  URL.revokeObjectURL(url);
  return [image.naturalWidth, image.naturalHeight];
}

// The store

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = request.onblocked = () => reject(request.error ?? new Error("blocked"));
  });
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(reject, patience, new Error("time-out")))]);
}

async function read(ask) {
  const transaction = (await database()).transaction("files", "readonly");
  return inTime(settled(ask(transaction.objectStore("files"))));
}

async function change(alter) {
  const transaction = (await database()).transaction("files", "readwrite", { durability: "strict" });
  alter(transaction.objectStore("files"));
  await inTime(new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  }));
}

function database() {
  if (opening) return opening;
  const mine = opening = open();
  const forget = () => { if (opening === mine) opening = null; };
  mine.then(opened => {
    opened.onversionchange = () => {
      opened.close();
      forget();
    };
    opened.onclose = forget;
  }, forget);
  return mine;
}

async function open() {
  const request = indexedDB.open(databaseName(account), 1);
  request.onupgradeneeded = () => request.result.createObjectStore("files");
  return inTime(settled(request));
}

function close() {
  const closing = opening;
  opening = null;
  closing?.then(opened => opened.close(), () => {});
}
