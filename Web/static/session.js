// One session in all tabs of an app. One tab at a time changes it, since the last answer would decide whose cookie
// stays; what one of them was given, or has ended, the others hear of.

import { accessNow, doubtAccess } from "/assets/access.js";
import { written } from "/assets/records.js";

const { app } = document.documentElement.dataset;
const name = "maru/session/" + app;
const channel = new BroadcastChannel(name);
// The last answer of another tab: its access token and body, when it came, and how long the token then still counted.
let latest = null;

// One stands still while the machine sleeps, the other may be set: what has passed says the one that says more.
const clocks = () => [performance.now(), Date.now()];
const passed = since => Math.max(...clocks().map((now, index) => Math.abs(now - since[index])));

channel.onmessage = ({ data }) => {
  latest = data && { ...data, came: clocks() };
  const own = accessNow();
  if (own && (!data || claims(data.token).sid !== claims(own).sid)) doubtAccess();
};

function claims(token) {
  try {
    return JSON.parse(atob(token.split(".")[1].replace(/-/g, "+").replace(/_/g, "/")));
  } catch {
    return {};
  }
}

// Another token than the own one, with most of its time left. Once: whoever is refused with it as well asks the server.
function adopted() {
  if (!latest || latest.token === accessNow()) return null;
  const { token, body, left, came } = latest;
  latest = null;
  const { iat, exp } = claims(token);
  if (!(left - passed(came) > (exp - iat) * 500)) return null;
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

// How old a token is that was answered says the server's own clock; a repeated answer brings an older one.
async function tell(answer, began, isEnd) {
  if (!answer.ok) return;
  // The own answer is newer than all that was heard before.
  latest = null;
  if (isEnd) {
    channel.postMessage(null);
    return;
  }
  const body = await answer.clone().text();
  try {
    const token = JSON.parse(body).accessToken;
    const left = claims(token).exp * 1000 - Date.parse(answer.headers.get("Date")) - passed(began);
    if (token) channel.postMessage({ token, body, left });
  } catch { /* No answer of the server. */ }
}

function inTurn(signal, act) {
  return navigator.locks ? navigator.locks.request(name, { signal }, act) : act();
}

/** A fetch that begins or ends a session. */
export function changeSession(target, options, isEnd = false) {
  return inTurn(options.signal, async () => {
    const began = clocks();
    const answer = await fetch(target, options);
    await tell(answer, began, isEnd);
    return answer;
  });
}

/**
 * As `fetch`; what changes the session waits for its turn, and a renewal takes what another tab was just given. What
 * changes something does not leave before the device has written down that it does.
 */
export async function sessionFetch(target, options) {
  if (target.endsWith("/users/logout")) return changeSession(target, options, true);
  if (!target.endsWith("/session/refresh")) {
    if (options.method !== "GET") await written();
    return fetch(target, options);
  }
  return inTurn(options.signal, async () => {
    const taken = adopted();
    if (taken) return taken;
    const began = clocks();
    const answer = await fetch(target, options);
    await tell(answer, began);
    return answer;
  });
}
