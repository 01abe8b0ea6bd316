// Pictures by key (`data-picture`): a path of the server, fetched in the person's name in the size that is shown, or
// `local/…` for a file that waits to be sent. What is near the view is loaded, what is nearest first; each once.

import { fetchAuthorised } from "/assets/access.js";
import { fileOf } from "/assets/files.js";
import { forgetKept, keepPicture, keptPicture } from "/assets/kept.js";

const steps = [160, 320, 640, 1280, 2048];
const mostAtOnce = 4;
const memoryLimit = 48 * 1024 * 1024;
const nearby = "800px";

// By element: the key that it should show and whether it is near. By URL: what is loaded, and what is on its way.
const wanted = new Map();
const loaded = new Map();
const jobs = new Map();
const gone = new Set();
let size = 0;
let underWay = 0;

const sight = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    const want = wanted.get(target);
    if (!want) continue;
    if (isIntersecting) approach(target, want);
    else leave(target, want);
  }
  work();
}, { rootMargin: nearby });

export function showPicture(element, key) {
  const want = wanted.get(element);
  if (want?.key === key) return;
  if (want) drop(element, want);
  // The picture that was sent from here takes the place of its own copy without a blink.
  wanted.set(element, { key, url: null, isNear: false, isSharp: false });
  if (!element.hasAttribute("src")) mark(element, "loading");
  sight.unobserve(element);
  sight.observe(element);
}

export function forgetPicture(element) {
  forget(element);
  clear(element);
}

/** After a failure, when the person wishes so. Says whether there was one. */
export function retryPicture(element) {
  const want = wanted.get(element);
  if (element.dataset.shown !== "failed" || !want) return false;
  mark(element, "loading");
  approach(element, want);
  work();
  return true;
}

/** The network or the session is back. */
export function retryPictures() {
  for (const [element, { isNear }] of wanted) if (isNear) retryPicture(element);
}

/** The picture is being looked at closely: it is worth its largest size. */
export function sharpenPicture(element) {
  const want = wanted.get(element);
  if (!want || want.isSharp || !want.isNear) return;
  want.isSharp = true;
  approach(element, want);
  work();
}

/** After a patch: forgets elements that are gone. */
export function sweepPictures() {
  for (const element of wanted.keys()) if (!element.isConnected) forget(element);
}

/** Pictures of these paths are gone for good: from the page, from memory and from the disk. */
export function erasePictures(paths) {
  for (const path of paths) gone.add(path);
  for (const [element, want] of wanted) {
    if (!paths.includes(pathOf(want.key))) continue;
    drop(element, want);
    clear(element);
    mark(element, "gone");
  }
  for (const url of [...loaded.keys()]) if (paths.includes(pathOf(url.slice(3)))) evict(url);
  forgetKept(paths);
}

/** Another person, or nobody: nothing that was seen stays in memory. */
export function closePictures() {
  for (const [element, want] of wanted) {
    drop(element, want);
    clear(element);
  }
  for (const url of [...loaded.keys()]) evict(url);
  gone.clear();
}

function forget(element) {
  const want = wanted.get(element);
  if (!want) return;
  drop(element, want);
  wanted.delete(element);
  sight.unobserve(element);
}

function approach(element, want) {
  want.isNear = true;
  if (gone.has(pathOf(want.key))) return mark(element, "gone");
  const url = urlFor(element, want);
  if (want.url && want.url !== url) drop(element, want);
  want.isNear = true;
  want.url = url;
  const picture = loaded.get(url);
  if (picture) return show(element, picture);
  const smaller = element.hasAttribute("src") ? null : anySizeOf(want.key);
  if (smaller) element.src = smaller.source;
  const job = jobs.get(url) ?? { url, key: want.key, elements: new Set(), cancel: null };
  job.elements.add(element);
  jobs.set(url, job);
}

function leave(element, want) {
  if (!want.isNear) return;
  drop(element, want);
  clear(element);
}

/** The element no longer wants its URL; what nobody wants is called off. */
function drop(element, want) {
  want.isNear = false;
  const job = jobs.get(want.url);
  if (job?.elements.delete(element) && job.elements.size === 0) {
    job.cancel?.abort();
    jobs.delete(want.url);
  }
  loaded.get(want.url)?.users.delete(element);
  want.url = null;
}

function clear(element) {
  element.removeAttribute("src");
  mark(element, "loading");
}

function mark(element, state) {
  element.dataset.shown = state;
}

function show(element, picture) {
  picture.users.add(element);
  // Used last: at the end of the line.
  loaded.delete(picture.url);
  loaded.set(picture.url, picture);
  element.src = picture.source;
  mark(element, "yes");
}

function pathOf(key) {
  return key.split("?")[0];
}

function urlFor(element, { key, isSharp }) {
  if (key.startsWith("local/")) return key;
  const shown = element.clientWidth || element.parentElement?.clientWidth || 320;
  const pixels = isSharp ? Infinity : shown * devicePixelRatio;
  const width = steps.find(step => step >= pixels) ?? steps.at(-1);
  return `/v1${key}${key.includes("?") ? "&" : "?"}width=${width}`;
}

function anySizeOf(key) {
  for (const picture of loaded.values()) if (picture.key === key) return picture;
}

// Loading

function work() {
  while (underWay < mostAtOnce) {
    const job = nearest();
    if (!job) return;
    load(job);
  }
}

function nearest() {
  let best = null;
  let least = Infinity;
  for (const job of jobs.values()) {
    if (job.cancel) continue;
    for (const element of job.elements) {
      const { top, bottom } = element.getBoundingClientRect();
      const distance = Math.max(0, top - innerHeight, -bottom);
      if (distance >= least) continue;
      best = job;
      least = distance;
    }
  }
  return best;
}

async function load(job) {
  job.cancel = new AbortController();
  underWay += 1;
  let state = "failed";
  let blob;
  try {
    blob = await bytesOf(job);
  } catch (error) {
    if (error.isGone) state = "gone";
  }
  underWay -= 1;
  if (jobs.get(job.url) === job) {
    jobs.delete(job.url);
    if (gone.has(pathOf(job.key))) state = "gone";
    else if (blob) take(job, blob);
    if (!blob || state === "gone") {
      for (const element of job.elements) {
        element.removeAttribute("src");
        mark(element, state);
      }
    }
  }
  work();
}

async function bytesOf({ url, cancel: { signal } }) {
  if (url.startsWith("local/")) {
    const entry = await fileOf(url.slice(6));
    if (!entry) throw Object.assign(new Error("lost"), { isGone: true });
    return entry.file;
  }
  const kept = await keptPicture(url);
  if (kept) return kept;
  const answer = await fetchAuthorised(url, { signal });
  if (answer.status === 404 || answer.status === 410) throw Object.assign(new Error("gone"), { isGone: true });
  const blob = answer.ok ? await answer.blob() : null;
  if (!blob?.type.startsWith("image/")) throw new Error("no picture");
  keepPicture(url, blob);
  return blob;
}

function take(job, blob) {
  const { url, key } = job;
  const picture = { url, key, source: URL.createObjectURL(blob), size: blob.size, users: new Set() };
  loaded.set(url, picture);
  size += blob.size;
  for (const element of job.elements) show(element, picture);
  for (const [old, { users }] of loaded) {
    if (size <= memoryLimit) break;
    if (users.size === 0) evict(old);
  }
}

function evict(url) {
  const picture = loaded.get(url);
  loaded.delete(url);
  size -= picture.size;
  URL.revokeObjectURL(picture.source);
}
