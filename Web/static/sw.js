// Serves the app's shell when the network does not. Pages come from the network first, so that a new version shows at
// once; files with a hash in their name come from the cache. Calls and sockets are never touched.

const app = "@APP@";
const cacheName = `maru-${app}-@VERSION@`;
const shell = `/${app}/`;
const manifest = shell + "app.webmanifest";
const assets = new Set(["@ASSETS@"]);
const patience = 2500;

addEventListener("install", event => {
  const wanted = [shell, manifest].map(path => new Request(path, { cache: "reload" }));
  event.waitUntil(
    caches.open(cacheName).then(cache => cache.addAll([...wanted, ...assets])).then(() => skipWaiting()));
});

// Open tabs of an older version have all their files already; only the cache of that version goes.
addEventListener("activate", event => {
  const isOld = name => name.startsWith(`maru-${app}-`) && name !== cacheName &&
    !name.slice(`maru-${app}-`.length).includes("-");
  event.waitUntil(
    caches.keys().then(names => Promise.all(names.filter(isOld).map(name => caches.delete(name))))
      .then(() => clients.claim()));
});

addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && url.pathname.startsWith(shell)) event.respondWith(page(request));
  else if (assets.has(url.pathname)) event.respondWith(kept(url.pathname, request));
  else if (url.pathname === manifest) event.respondWith(page(request, url.pathname));
});

async function kept(path, request) {
  const cache = await caches.open(cacheName);
  return await cache.match(path) || (request ? fetch(request) : undefined);
}

async function page(request, path = shell) {
  const late = new Promise(resolve => setTimeout(resolve, patience));
  const fresh = fetch(request).then(answer => (answer.status < 500 ? answer : undefined), () => undefined);
  return await Promise.race([fresh, late]) || await kept(path) || fresh.then(answer => answer || Response.error());
}

// A push says what to show and which place of the app it is about.
addEventListener("push", event => {
  let push = {};
  try {
    push = event.data.json();
  } catch { /* Something must be shown for every push. */ }
  const { title = "Maru", subtitle, body, topic, target = "" } = push;
  event.waitUntil(registration.showNotification(title, {
    body: [subtitle, body].filter(Boolean).join("\n"), tag: topic, renotify: Boolean(topic), data: { target },
    icon: "@ICON@",
  }));
});

addEventListener("notificationclick", event => {
  event.notification.close();
  event.waitUntil(show(`/${app}${event.notification.data?.target || "/"}`));
});

// The browser has given up what it was subscribed to. Only a page has a session to tell the server with; where none is
// open, the next one does so when it starts.
addEventListener("pushsubscriptionchange", event => {
  const { oldSubscription, newSubscription } = event;
  const options = newSubscription ? null : oldSubscription?.options;
  const renewed = options ? registration.pushManager.subscribe(options) : Promise.resolve();
  event.waitUntil(renewed.then(() => clients.matchAll({ type: "window" })).then(pages => {
    for (const page of pages) page.postMessage({ pushChanged: true });
  }));
});

async function show(path) {
  const [page] = await clients.matchAll({ type: "window" });
  if (!page) return clients.openWindow(path);
  page.postMessage({ show: path });
  return page.focus();
}
