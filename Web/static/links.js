// Files that the browser itself opens, saves or plays: where no header can be sent, a short-lived link stands for it.

import { fetchAuthorised } from "/assets/access.js";

const films = new WeakMap();

async function linkTo(path) {
  const answer = await fetchAuthorised("/v1/files/link", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ file: path }),
  });
  if (!answer.ok) throw Object.assign(new Error("refused"), { status: answer.status, body: await answer.text() });
  return (await answer.json()).url;
}

/** In a tab of its own, or saved under its name. `failed` gets status (0: no answer) and body. */
export async function openFile(path, name, saves, failed) {
  // At once, while the press still counts; else browsers take it for an advertisement.
  const tab = saves ? null : open("", "_blank");
  try {
    const url = await linkTo(path);
    if (tab) {
      tab.opener = null;
      tab.location.replace(url);
    } else {
      Object.assign(document.createElement("a"), { href: url, download: name }).click();
    }
  } catch ({ status = 0, body = "" }) {
    tab?.close();
    failed(status, body);
  }
}

/** A video or audio element plays the file of a path. A link that has ended is renewed at the same place. */
export function playFilm(element, path) {
  if (films.get(element)?.path === path) return;
  const film = { path, renewedAt: -1 };
  films.set(element, film);
  element.onerror = () => {
    if (films.get(element) !== film || film.renewedAt === element.currentTime) return;
    film.renewedAt = element.currentTime;
    start(element, film, element.currentTime);
  };
  start(element, film, 0);
}

async function start(element, film, from) {
  try {
    const url = await linkTo(film.path);
    if (films.get(element) !== film) return;
    element.src = url;
    if (from > 0) element.currentTime = from;
    await element.play();
  } catch { /* The controls stay: the person may press them. */ }
}
