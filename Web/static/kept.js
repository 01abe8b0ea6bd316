// Pictures on the disk: one cache per app and account, the oldest leave when it is full, all of it goes when the person
// signs out. A browser without a cache works without it.

const limit = 96 * 1024 * 1024;
const sizeHeader = "X-Kept-Size";
let app = "";
let account = "";
let opening = null;
// URL → size, the oldest first.
let sizes = new Map();

const cacheName = of => `maru-${app}-files-${of}`;
const nothing = () => {};

export function keepPicturesOf(name) {
  app = name;
}

export function openKept(of) {
  account = of;
  opening = null;
  sizes = new Map();
}

export function eraseKept(of) {
  if (of === account) openKept("");
  globalThis.caches?.delete(cacheName(of)).catch(nothing);
}

const forgotten = new Set();

function cache() {
  if (!account || !globalThis.caches) return Promise.resolve(null);
  opening ??= open(account).catch(() => null);
  return opening;
}

async function open(of) {
  const found = await caches.open(cacheName(of));
  const known = new Map();
  for (const request of await found.keys()) {
    const answer = await found.match(request);
    const { pathname, search } = new URL(request.url);
    known.set(pathname + search, Number(answer?.headers.get(sizeHeader)) || 0);
  }
  if (of === account) sizes = known;
  return found;
}

export async function keptPicture(url) {
  const answer = await (await cache())?.match(url).catch(nothing);
  return answer?.blob().catch(nothing);
}

export async function keepPicture(url, blob) {
  const mine = account;
  const open = await cache();
  if (!open || mine !== account) return;
  try {
    const headers = { "Content-Type": blob.type, [sizeHeader]: String(blob.size) };
    await open.put(url, new Response(blob, { headers }));
    // It went while it was written.
    if (forgotten.has(pathOf(url))) return void await open.delete(url);
    sizes.delete(url);
    sizes.set(url, blob.size);
    await makeRoom(open);
  } catch { /* The disk is full: it is fetched again next time. */ }
}

async function makeRoom(open) {
  let total = 0;
  for (const size of sizes.values()) total += size;
  for (const [url, size] of sizes) {
    if (total <= limit) return;
    total -= size;
    sizes.delete(url);
    await open.delete(url);
  }
}

function pathOf(url) {
  return url.slice(3).split("?")[0];
}

/** Every size of these paths goes. */
export async function forgetKept(paths) {
  for (const path of paths) forgotten.add(path);
  const open = await cache();
  for (const url of [...sizes.keys()]) {
    if (!forgotten.has(pathOf(url))) continue;
    sizes.delete(url);
    await open?.delete(url).catch(nothing);
  }
}
