// The access token for what the scripts fetch themselves. Bytes of files go past the program, so the program hands its
// token over here and is told when the server refuses it.

import { along } from "/assets/along.js";

const patience = 30000;
let key = "";
// undefined: nobody has said yet; null: nobody is signed in.
let token;
let tellRefusal = () => {};
let waiting = [];

/** `tell` gets a token that the server has refused. */
export function onRefusal(tell) {
  tellRefusal = tell;
}

export function setAccess(app, given) {
  key = app;
  token = given;
  const woken = waiting;
  waiting = [];
  for (const wake of woken) wake();
}

/** The token of now; null where there is none. */
export function accessNow() {
  return token ?? null;
}

/** Another tab has ended the session of this token, or has replaced it. */
export function doubtAccess() {
  if (token) tellRefusal(token);
}

/** Headers with a token that is not the refused one. Waits for it, but not for ever. */
export async function accessHeaders(refused) {
  const until = Date.now() + patience;
  if (refused !== undefined && refused === token) tellRefusal(refused);
  while (token === undefined || (token !== null && token === refused)) {
    if (Date.now() >= until) throw new Error("no token");
    await changed(until - Date.now());
  }
  if (token === null) throw new Error("signed out");
  return { ...along, SeSACKey: key, Authorization: token };
}

function changed(within) {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, within);
    waiting.push(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Whether a newer token may help. */
export function isRefusal(status) {
  return status === 419 || status === 401;
}

/** `attempt` gets headers and answers with something that has a status. Where the token was refused, once more. */
export async function authorised(attempt) {
  const headers = await accessHeaders();
  const answer = await attempt(headers);
  return isRefusal(answer.status) ? attempt(await accessHeaders(headers.Authorization)) : answer;
}

/** A fetch in the person's name. */
export function fetchAuthorised(path, { headers = {}, ...options } = {}) {
  return authorised(access => fetch(path, {
    ...options, headers: { ...headers, ...access }, credentials: "omit", cache: "no-store", redirect: "error",
  }));
}
