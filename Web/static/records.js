// The app's own store: one IndexedDB database per app and account, texts by text. Every failure (private mode, quota,
// a blocked upgrade, a browser that never answers) ends in `failed`; the app goes on without it.
//
// Writes reach the disk in their order. One that fails is tried again, and later ones wait behind it: what the disk has
// was so at some moment. A store that cannot be opened is none until the page is loaded again.
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
let store = null;
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
  store = { name: databaseName(of), queue: [] };
  if (of) join(store);
}

async function join(mine) {
  const end = new Promise(resolve => { mine.leave = resolve; });
  const tell = () => { if (store === mine) onChange(mine.isWriter); };
  mine.lead = () => {
    mine.isWriter = true;
    tell();
    return end;
  };
  try {
    // Not while the program is asking for it.
    await null;
    mine.channel = new BroadcastChannel(mine.name);
    mine.channel.onmessage = tell;
    await navigator.locks.request(mine.name, { ifAvailable: true }, lock => lock ? mine.lead() : tell());
    if (!mine.isWriter) await navigator.locks.request(mine.name, mine.lead);
  } catch {
    // A browser without locks, or a page that may not use them.
    mine.lead();
  }
}

export function eraseStore(of) {
  if (of === account && store) {
    store.queue = [];
    close();
  }
  try {
    indexedDB.deleteDatabase(databaseName(of));
  } catch { /* There is no store at all. */ }
}

/** Keys and values in turn, in key order: of all keys that begin so, or from one through `end`. */
export async function readRecords(start, end = start + "\uffff") {
  const mine = store;
  const opened = await database(mine);
  const left = mine.queue.flatMap(({ changes }) => changes);
  const objects = opened.transaction("records", "readonly").objectStore("records");
  const range = start === "" ? null : IDBKeyRange.bound(start, end);
  const answers = Promise.all([settled(objects.getAllKeys(range)), settled(objects.getAll(range))]);
  const [found, values] = await inTime(answers);
  const records = new Map(found.map((key, index) => [key, String(values[index])]));
  for (let index = 0; index < left.length; index += 2) change(records, left[index], left[index + 1], start, end);
  return [...records].sort(([a], [b]) => a < b ? -1 : 1).flat();
}

function change(records, key, change, start, end) {
  if (change === "") {
    for (const known of records.keys()) {
      if (known === key || (key.endsWith("/") && known.startsWith(key))) records.delete(known);
    }
  } else if (key >= start && key <= end) records.set(key, change.slice(1));
}

/**
 * Keys and changes in turn: `=` and the value, or nothing, which deletes (`…/`: all below). One transaction. Fails as
 * soon as the disk has refused it or what is before it, which is tried again all the same.
 */
export async function writeRecords(changes) {
  const mine = store;
  const done = new Promise((resolve, reject) => {
    mine.queue.push({ changes, resolve, reject });
    if (mine.failure) reject(mine.failure);
  });
  mine.last = done.catch(() => {});
  mine.writing ??= drain(mine);
  return done;
}

/** Once all that was handed over is on the disk, or was refused. */
export async function written() {
  await store?.last;
}

async function drain(mine) {
  let pause = 1000;
  // Not while the program is asking for it.
  await null;
  while (mine.queue.length) {
    const batch = [...mine.queue];
    try {
      await write(mine, batch.flatMap(({ changes }) => changes));
      mine.failure = null;
      mine.queue.splice(0, batch.length);
      for (const { resolve } of batch) resolve();
      if (batch.some(({ changes }) => changes[0].startsWith("o/"))) mine.channel?.postMessage("");
      pause = 1000;
    } catch (error) {
      mine.failure = error;
      for (const { reject } of mine.queue) reject(error);
      if (mine.isOver || mine.isMissing) mine.queue = [];
      else await new Promise(wake => setTimeout(mine.wake = wake, pause));
      pause = Math.min(pause * 2, 60000);
    }
  }
  mine.writing = null;
}

async function write(mine, changes) {
  const transaction = (await database(mine)).transaction("records", "readwrite", { durability: "strict" });
  const objects = transaction.objectStore("records");
  for (let index = 0; index < changes.length; index += 2) {
    const change = changes[index + 1];
    if (change === "") objects.delete(reach(changes[index]));
    else objects.put(change.slice(1), changes[index]);
  }
  await inTime(new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  }));
}

function reach(key) {
  return key.endsWith("/") ? IDBKeyRange.bound(key, key + "\uffff") : key;
}

function database(mine) {
  return mine.opening ??= open(mine);
}

async function open(mine) {
  try {
    const request = indexedDB.open(mine.name, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("records");
    const opened = await inTime(settled(request));
    const forget = () => { mine.opening = null; };
    // Another tab erases the account or brings a newer version: do not stand in its way.
    opened.onversionchange = () => {
      opened.close();
      forget();
    };
    opened.onclose = forget;
    return opened;
  } catch (error) {
    // No other tab can send what this one has.
    mine.isMissing = true;
    mine.lead?.();
    throw error;
  }
}

function close() {
  const mine = store;
  if (!mine) return;
  store = null;
  mine.isOver = true;
  mine.wake?.();
  const leave = () => {
    mine.channel?.close();
    mine.leave?.();
    mine.opening?.then(opened => opened.close(), () => {});
  };
  // Who opens it again finds the lock free.
  if (mine.writing) mine.writing.then(leave);
  else leave();
}
