// Brings the bytes of a file to the server: small ones as one form, large ones in pieces by tus 1.0 (tus.io), which go
// on where they stopped after a cut, a reload or a kill.

import { authorised, isRefusal } from "/assets/access.js";
import { fileOf, notePlace } from "/assets/files.js";

const wholeUpTo = 5 * 1024 * 1024;
const pieceSize = 2 * 1024 * 1024;
const failuresAllowed = 5;
const pauseBetweenNews = 150;
const running = new Map();

/**
 * Uploads the file to a room (`/v1/chats/{room}`). `moved(sent, total)` is called now and then; `ended(status, body)`
 * once, unless it is cancelled. Status 0: the server cannot be reached; -1: the bytes are lost.
 */
export async function upload(id, room, moved, ended) {
  cancelUpload(id);
  const cancel = new AbortController();
  running.set(id, cancel);
  const { signal } = cancel;
  let answer;
  try {
    const entry = await fileOf(id);
    if (!entry || !await isReadable(entry.file)) answer = { status: -1 };
    else answer = await send(id, entry, room, { signal, moved: paced(moved) });
  } catch {
    answer = { status: 0 };
  }
  if (signal.aborted) return;
  running.delete(id);
  // A token that cannot be renewed now is the session's affair, not the file's.
  ended(isRefusal(answer.status) ? 0 : answer.status, answer.body ?? "");
}

export function cancelUpload(id) {
  running.get(id)?.abort();
  running.delete(id);
}

export function cancelUploads() {
  for (const id of [...running.keys()]) cancelUpload(id);
}

/** The file on disk may have been changed or removed since it was chosen. */
function isReadable(file) {
  return file.slice(0, 1).arrayBuffer().then(() => true, () => false);
}

function paced(moved) {
  let last = 0;
  return (sent, total) => {
    if (sent < total && Date.now() - last < pauseBetweenNews) return;
    last = Date.now();
    moved(sent, total);
  };
}

function send(id, entry, room, options) {
  return entry.file.size <= wholeUpTo ? sendWhole(entry, room, options) : new Pieces(id, entry, room, options).send();
}

function sendWhole({ file, name }, room, { signal, moved }) {
  return authorised(access => {
    const form = new FormData();
    form.append("files", file, name);
    // The form's own lines count as well.
    const news = sent => moved(Math.min(sent, file.size), file.size);
    return exchange("POST", room + "/files", access, form, { signal, moved: news });
  });
}

/** XMLHttpRequest: fetch tells nothing of what has left. */
function exchange(method, path, headers, body, { signal, moved }) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (moved) request.upload.onprogress = ({ loaded }) => moved(loaded);
    request.onload = async () => {
      const header = name => request.getResponseHeader(name);
      // A server that asks for a pause gets it: the answer counts only after it.
      await pause(Math.min(Number(header("Retry-After")) || 0, 300) * 1000, signal);
      resolve({ status: request.status, body: request.responseText, header });
    };
    request.onerror = request.onabort = request.ontimeout = () => reject(new Error("no answer"));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) reject(new Error("cancelled"));
    else request.send(body);
  });
}

/** One upload by tus. */
class Pieces {
  constructor(id, entry, room, { signal, moved }) {
    Object.assign(this, { id, file: entry.file, name: entry.name, place: entry.place, room, signal, moved });
    this.offset = null;
    this.failures = 0;
    this.isFresh = false;
  }

  async send() {
    while (!this.signal.aborted) {
      const answer = await this.step().catch(() => ({ status: 0 }));
      if (answer && isFinal(answer.status)) return answer;
      if (!answer) continue;
      this.offset = null;
      this.failures += 1;
      if (this.failures > failuresAllowed) return { ...answer, status: 0 };
      await pause(Math.min(8000, 250 * 2 ** this.failures) * (0.5 + Math.random() / 2), this.signal);
    }
    return { status: 0 };
  }

  /** Nothing where it went on well; else the answer that says why not, or that it is done. */
  step() {
    if (!this.place) return this.create();
    return this.offset === null ? this.ask() : this.sendPiece();
  }

  request(method, path, headers = {}, body = null, moved) {
    const options = { signal: this.signal, moved };
    return authorised(access =>
      exchange(method, path, { "Tus-Resumable": "1.0.0", ...headers, ...access }, body, options));
  }

  async create() {
    const metadata = `filename ${base64(this.name)},filetype ${base64(this.file.type || "application/octet-stream")}`;
    const answer = await this.request("POST", this.room + "/uploads", {
      "Upload-Length": String(this.file.size), "Upload-Metadata": metadata,
    });
    const place = answer.header("Location");
    if (answer.status !== 201 || !place) return answer;
    const { pathname, search } = new URL(place, location.href);
    this.place = pathname + search;
    this.isFresh = true;
    this.offset = 0;
    await notePlace(this.id, this.place);
  }

  async ask() {
    const answer = await this.request("HEAD", this.place);
    if ([403, 404, 410].includes(answer.status)) return this.startAgain(answer);
    if (answer.status >= 300) return answer;
    return this.proceed(answer);
  }

  async sendPiece() {
    const start = this.offset;
    const piece = this.file.slice(start, start + pieceSize);
    const headers = {
      "Content-Type": "application/offset+octet-stream", "Upload-Offset": String(start), ...await checksum(piece),
    };
    const news = sent => this.moved(Math.min(start + sent, this.file.size), this.file.size);
    const answer = await this.request("PATCH", this.place, headers, piece, news);
    if ([404, 410].includes(answer.status)) return this.startAgain(answer);
    if (answer.status !== 204 && answer.status !== 200) return answer;
    if (Number(answer.header("Upload-Offset")) > start) this.failures = 0;
    return this.proceed(answer);
  }

  proceed(answer) {
    const file = answer.header("X-Maru-Attachment");
    if (file) return { status: 200, body: `{"files":[""],"attachments":[${file}]}` };
    this.offset = Number(answer.header("Upload-Offset") ?? NaN);
    // All is there, and the server has not said what it is yet.
    if (!(this.offset < this.file.size)) return { status: 503 };
    this.moved(this.offset, this.file.size);
  }

  /** The server has forgotten the upload: from the beginning, once. */
  async startAgain(answer) {
    if (this.isFresh) return answer;
    this.place = undefined;
    await notePlace(this.id, undefined);
  }
}

// 409, 423 and 460 mean: ask where to go on. 429 and 5xx: later.
function isFinal(status) {
  return status === 200 || (status >= 400 && status < 500 && ![408, 409, 423, 425, 429, 460].includes(status));
}

function pause(milliseconds, signal) {
  return new Promise(resolve => {
    const timer = setTimeout(wake, milliseconds);
    addEventListener("online", wake);
    signal.addEventListener("abort", wake);
    function wake() {
      clearTimeout(timer);
      removeEventListener("online", wake);
      signal.removeEventListener("abort", wake);
      resolve();
    }
  });
}

function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** The digest needs a secure place; without it the server checks nothing but lengths. */
async function checksum(piece) {
  if (!crypto.subtle) return {};
  const digest = await crypto.subtle.digest("SHA-1", await piece.arrayBuffer());
  return { "Upload-Checksum": "sha1 " + btoa(String.fromCharCode(...new Uint8Array(digest))) };
}
