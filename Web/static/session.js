// One session in all tabs of an app. One tab at a time changes it, since the last answer would decide whose cookie
// stays; what one of them was given, or has ended, the others hear of.

import { accessNow, doubtAccess } from "/assets/access.js";

const { app } = document.documentElement.dataset;
const name = "maru/session/" + app;
const channel = new BroadcastChannel(name);
// The last answer of another tab: its access token, its body, and when it came by two clocks, of which one may stand
// still while the machine sleeps and the other may be set.
let latest = null;

const clocks = () => [performance.now(), Date.now()];

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

// Another token than the own one, with most of its time left.
function adopted() {
  if (!latest || latest.token === accessNow()) return null;
  const { iat, exp } = claims(latest.token);
  const age = Math.max(...clocks().map((now, index) => Math.abs(now - latest.came[index])));
  if (!(age < (exp - iat) * 500)) return null;
  return new Response(latest.body, { headers: { "Content-Type": "application/json" } });
}

async function tell(answer, isEnd) {
  if (!answer.ok) return;
  if (isEnd) {
    latest = null;
    channel.postMessage(null);
    return;
  }
  const body = await answer.clone().text();
  try {
    const token = JSON.parse(body).accessToken;
    if (token) channel.postMessage({ token, body });
  } catch { /* No answer of the server. */ }
}

function inTurn(signal, act) {
  return navigator.locks ? navigator.locks.request(name, { signal }, act) : act();
}

/** A fetch that begins or ends a session. */
export function changeSession(target, options, isEnd = false) {
  return inTurn(options.signal, async () => {
    const answer = await fetch(target, options);
    await tell(answer, isEnd);
    return answer;
  });
}

/** As `fetch`; what changes the session waits for its turn, and a renewal takes what another tab was just given. */
export function sessionFetch(target, options) {
  if (target.endsWith("/users/logout")) return changeSession(target, options, true);
  if (!target.endsWith("/session/refresh")) return fetch(target, options);
  return inTurn(options.signal, async () => {
    const taken = adopted();
    if (taken) return taken;
    const answer = await fetch(target, options);
    await tell(answer);
    return answer;
  });
}
