// The app's own store: one IndexedDB database per app and account, texts by text. Every failure (private mode, quota,
// a blocked upgrade, a browser that never answers) ends in `failed`; the app goes on without it.

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

const databaseName = of => `maru/${app}/${of}`;

export function useRecordsOf(name) {
  app = name;
}

export function openStore(of) {
  close();
  account = of;
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
  closing?.then(opened => opened.close(), () => {});
}
