// Everything about files between the program and the scripts that carry their bytes.

import { accessNow, onRefusal, setAccess } from "/assets/access.js";
import { listenToFiles } from "/assets/choosing.js";
import { dropFiles, eraseFiles, openFiles, pruneFiles, useFilesOf } from "/assets/files.js";
import { eraseKept, keepPicturesOf, openKept } from "/assets/kept.js";
import { openFile, playFilm } from "/assets/links.js";
import { afterPatches, onAttribute } from "/assets/page.js";
import {
  closePictures, erasePictures, forgetPicture, retryPicture, retryPictures, showPicture, sweepPictures,
} from "/assets/pictures.js";
import { keepPush } from "/assets/push.js";
import { cancelUpload, cancelUploads, upload } from "/assets/uploads.js";
import { addStage } from "/assets/zoom.js";

let deliver = null;

export function setUpDesk(app, toWasm) {
  deliver = toWasm;
  useFilesOf(app);
  keepPicturesOf(app);
  onRefusal(token => deliver("accessRefused", 0, { parts: [token] }));
  onAttribute("data-picture", (element, key) => { key ? showPicture(element, key) : forgetPicture(element); });
  onAttribute("data-film", (element, path) => { if (path) playFilm(element, path); });
  onAttribute("data-zoom", (element, text) => { if (text !== undefined) addStage(element); });
  afterPatches(sweepPictures);
  listenToFiles(deliver);
  listenToRetries();
  addEventListener("online", retryPictures);
  // A layer above the page does not survive the page.
  if (history.state?.layer) history.back();
}

/** Whoever was here before leaves nothing in memory. */
export function openDesk(account) {
  cancelUploads();
  closePictures();
  openFiles(account);
  openKept(account);
}

export function eraseDesk(account) {
  eraseFiles(account);
  eraseKept(account);
}

// A press on a picture that could not be loaded tries again, and means nothing else.
function listenToRetries() {
  addEventListener("click", event => {
    const button = event.target.closest?.("button");
    const place = button?.matches(".fault") ? button.parentElement : button;
    const picture = place?.querySelector("[data-shown=failed]");
    if (!picture || !retryPicture(picture)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
}

/** In the order of Browser's HostOperation, after those of host.js. */
export const deskOperations = {
  setAccess({ number, texts: [key, token] }) {
    const isFirst = number && !accessNow();
    setAccess(key, number ? token : null);
    if (isFirst) keepPush();
    retryPictures();
  },
  upload({ texts: [id, room] }) {
    const moved = (sent, total) => deliver("uploadMoved", 0, { a: Math.floor(sent / total * 1000), parts: [id] });
    upload(id, room, moved, (status, body) => deliver("uploadEnded", 0, { a: status, parts: [id, body] }));
  },
  cancelUpload({ texts: [id] }) { cancelUpload(id); },
  dropFiles({ texts }) { dropFiles(texts); },
  pruneFiles({ texts }) { pruneFiles(texts); },
  erasePictures({ texts }) { erasePictures(texts); },
  openFile({ number, texts: [path, name] }) {
    openFile(path, name, number === 1, (status, body) => deliver("fileRefused", 0, { a: status, parts: [body] }));
  },
  pushLayer() { history.pushState({ ...history.state, layer: true }, "", location.href); },
};
