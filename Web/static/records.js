// The app's own store: one IndexedDB database per app and account, texts by text. Every failure (private mode, quota,
// a blocked upgrade, a browser that never answers) ends in `failed`; the app goes on without it.
//
// Several tabs have one store. The one that holds the lock writes for all; when it is gone another gets the lock. Who
// has written to an outbox tells the others.

const patience = 8000;

function settled(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}

function inTime(promise) {
  return Promise.race([promise, new Promise((_, reject) => setTimeout(reject, patience, new Error("time-out")))]);
}

let app = "";
let account = "";
let opening = null;
let tab = null;
let onChange = null;

const databaseName = of => `maru/${app}/${of}`;

/** `changed(isWriter)`: once the store is open, whenever another tab has changed an outbox, and with the lock. */
export function useRecordsOf(name, changed) {
  app = name;
  onChange = changed;
}

export function openStore(of) {
  close();
  account = of;
  if (of) join(databaseName(of));
}

async function join(name) {
  const mine = tab = { isWriter: false };
  const end = new Promise(resolve => { mine.leave = resolve; });
  const tell = () => { if (tab === mine) onChange(mine.isWriter); };
  const write = () => {
    mine.isWriter = true;
    tell();
    return end;
  };
  try {
    // Not while the program is asking for it.
    await null;
    mine.channel = new BroadcastChannel(name);
    mine.channel.onmessage = tell;
    await navigator.locks.request(name, { ifAvailable: true }, lock => lock ? write() : tell());
    if (!mine.isWriter) await navigator.locks.request(name, write);
  } catch {
    // A browser without locks, or a page that may not use them.
    write();
  }
}

export function eraseStore(of) {
  if (of === account) close();
  try {
    indexedDB.deleteDatabase(databaseName(of));
  } catch { /* There is no store at all. */ }
}

/** Keys and values in turn, in key order: of all keys that begin so, or from one through `end`. */
export async function readRecords(start, end = start + "\uffff") {
  const transaction = (await database()).transaction("records", "readonly");
  const store = transaction.objectStore("records");
  const range = start === "" ? null : IDBKeyRange.bound(start, end);
  const answers = Promise.all([settled(store.getAllKeys(range)), settled(store.getAll(range))]);
  const [found, values] = await inTime(answers);
  return found.flatMap((key, index) => [key, String(values[index])]);
}

/** Keys and changes in turn: `=` and the value, or nothing, which deletes (`…/`: all below). One transaction. */
export async function writeRecords(changes) {
  const transaction = (await database()).transaction("records", "readwrite", { durability: "strict" });
  const store = transaction.objectStore("records");
  for (let index = 0; index < changes.length; index += 2) {
    const change = changes[index + 1];
    if (change === "") store.delete(reach(changes[index]));
    else store.put(change.slice(1), changes[index]);
  }
  await inTime(new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  }));
  if (changes[0].startsWith("o/")) tab?.channel?.postMessage("");
}

function reach(key) {
  return key.endsWith("/") ? IDBKeyRange.bound(key, key + "\uffff") : key;
}

function database() {
  if (opening) return opening;
  const mine = opening = open();
  mine.then(opened => {
    const forget = () => { if (opening === mine) opening = null; };
    // Another tab erases the account or brings a newer version: do not stand in its way.
    opened.onversionchange = () => {
      opened.close();
      forget();
    };
    opened.onclose = forget;
  }, () => { if (opening === mine) opening = null; });
  return mine;
}

async function open() {
  const request = indexedDB.open(databaseName(account), 1);
  request.onupgradeneeded = () => request.result.createObjectStore("records");
  return inTime(settled(request));
}

function close() {
  const closing = opening;
  opening = null;
  tab?.channel?.close();
  tab?.leave();
  tab = null;
  closing?.then(opened => opened.close(), () => {});
}
