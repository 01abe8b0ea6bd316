// Notifications of this browser (W3C Push API): where it stands, subscribing, and leaving.

import { fetchAuthorised } from "/assets/access.js";

const [unsupported, refused, off, on] = [0, 1, 2, 3];
const [, subscribe, unsubscribe] = [0, 1, 2];

/** Operands of `pushTold`. `key`: the server's own, base64url. */
export async function pushWish(wish, key) {
  if (!navigator.serviceWorker || !window.PushManager || !window.Notification) return { a: unsupported };
  try {
    // The browser asks at the press, before anything else is awaited.
    if (wish === subscribe) await Notification.requestPermission();
    if (Notification.permission === "denied") return { a: refused };
    const { pushManager } = await navigator.serviceWorker.ready;
    const kept = await pushManager.getSubscription();
    if (wish === unsubscribe) await kept?.unsubscribe();
    if (wish === unsubscribe || (!kept && wish !== subscribe)) return { a: off };
    return standing(kept && wish !== subscribe ? kept : await renewed(pushManager, kept, key));
  } catch (error) {
    console.warn("push:", error?.message);
    return { a: Notification.permission === "denied" ? refused : off };
  }
}

// A subscription that was made for another key of the server is of no use to it.
async function renewed(pushManager, kept, key) {
  await kept?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function standing(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { a: on, parts: [endpoint, keys.p256dh, keys.auth] };
}

/** A session has begun. An ended one has taken its device along: what this browser subscribed to goes to this one. */
export async function keepPush() {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const kept = await registration?.pushManager?.getSubscription();
    if (!kept) return;
    const { endpoint, keys: { p256dh, auth } } = kept.toJSON();
    await fetchAuthorised("/v1/me/push", {
      method: "PUT", body: JSON.stringify({ endpoint, p256dh, auth }),
      headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
    });
  } catch { /* The next session tells it. */ }
}
