// Files that the person brings: by a chooser, by dropping them, by pasting. The nearest element that wants `files` gets
// their ids and what they are; the bytes stay here.

import { measure, takeFile } from "/assets/files.js";
import { page, tellOf, wanting } from "/assets/page.js";

// More are refused anyway, and a folder may hold thousands.
const mostAtOnce = 20;
let deliver = null;
let zone = null;
let leaving = 0;

export function listenToFiles(toWasm) {
  deliver = toWasm;
  document.addEventListener("change", ({ target }) => {
    if (target.type !== "file" || page.isPatching) return;
    const files = [...target.files];
    bring(target, files);
    // The same file may be chosen again.
    target.value = "";
  }, true);
  document.addEventListener("paste", event => {
    const { files: found = [], types = [] } = event.clipboardData ?? {};
    const files = [...found];
    // Of a table or a page with its picture beside it, the text is meant.
    if (files.length === 0 || ["text/plain", "text/html"].every(type => types.includes(type))) return;
    if (wanting(event.target, "files")) event.preventDefault();
    bring(event.target, files);
  });
  document.addEventListener("dragover", event => hover(event));
  document.addEventListener("drop", event => drop(event));
  document.addEventListener("dragleave", ({ relatedTarget }) => {
    if (!relatedTarget) show(null);
  });
}

function carriesFiles(event) {
  return event.dataTransfer?.types.includes("Files");
}

function hover(event) {
  if (!carriesFiles(event)) return;
  // Elsewhere the browser would leave the page to show the file.
  event.preventDefault();
  const element = wanting(event.target, "files");
  event.dataTransfer.dropEffect = element ? "copy" : "none";
  show(element);
  // Some browsers do not say that the pointer left the window.
  clearTimeout(leaving);
  leaving = setTimeout(show, 1500, null);
}

function drop(event) {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  show(null);
  const isFile = item => item.kind === "file" && !item.webkitGetAsEntry?.()?.isDirectory;
  const files = [...event.dataTransfer.items].filter(isFile).map(item => item.getAsFile()).filter(Boolean);
  bring(event.target, files);
}

function show(element) {
  if (zone === element) return;
  zone?.removeAttribute("data-dropping");
  element?.setAttribute("data-dropping", "");
  zone = element;
}

async function bring(target, files) {
  const element = wanting(target, "files");
  if (!element || files.length === 0) return;
  const parts = [];
  const measures = files.slice(0, mostAtOnce).map(file => measure(file));
  for (const [index, file] of files.slice(0, mostAtOnce).entries()) {
    const [width, height] = await measures[index];
    const { id, isKept } = takeFile(file);
    isKept.then(kept => { if (!kept) deliver("fileNotKept", 0, { parts: [id] }); });
    parts.push(id, file.name || "file", file.type, String(file.size), width, height);
  }
  if (element.isConnected) tellOf(element, "files", { parts });
}
