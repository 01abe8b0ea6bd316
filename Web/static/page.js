// The page: carries patches out. The tables stand in the order of Markup's Vocabulary.swift; nothing here can turn text
// into markup.

import { anchor, hold, restore } from "/assets/anchors.js";

const elementNames = ("#text a article aside button dialog div em fieldset figure footer form h1 h2 h3 header hr img " +
  "input label legend li main nav ol option p search section select small span strong textarea time ul audio video " +
  "svg path circle rect g").split(" ");
const firstSVG = elementNames.indexOf("svg");
const attributeNames = ("value checked modal height hue box progress route href src target rel class id role title " +
  "alt lang dir tabindex hidden " +
  "type name placeholder autocomplete inputmode enterkeyhint autocapitalize spellcheck maxlength rows " +
  "disabled required readonly selected for datetime loading accept capture multiple controls playsinline " +
  "aria-label aria-labelledby aria-describedby aria-live aria-atomic aria-busy aria-current aria-checked " +
  "aria-selected aria-pressed aria-expanded aria-controls aria-hidden aria-invalid aria-disabled aria-haspopup " +
  "aria-modal aria-required aria-errormessage aria-roledescription aria-posinset aria-setsize aria-valuenow " +
  "data-kind data-state data-pane data-mine data-anchor data-keep-focus data-picture data-film data-zoom data-annex " +
  "viewBox d fill stroke stroke-width stroke-linecap stroke-linejoin cx cy r x y width rx transform").split(" ");
const eventNames = "click input change submit scroll focus blur key composer menu files".split(" ");
const bits = Object.fromEntries(eventNames.map((name, index) => [name, 1 << index]));

const answers = {};
const followers = [];
// By node: the surface that it stands on, its handle there, and the events that it wants.
const surfaces = new WeakMap();
const handles = new WeakMap();
const masks = new WeakMap();
let prefix = "";

/** What events need to know of the page. */
export const page = { isPatching: false, composingField: null };

export function usePrefix(ofApp) {
  prefix = ofApp;
}

/** Where one program draws: in `element`. `deliver` gets what happens to the nodes on it. */
export function makeSurface(element, deliver) {
  return { nodes: [element], deliver };
}

/** Calls `answer(element, text)` when the program sets the attribute; without a text when it takes it away. */
export function onAttribute(name, answer) {
  answers[name] = answer;
}

export function afterPatches(act) {
  followers.push(act);
}

/** The nearest element, from this node up, that wants the event. */
export function wanting(node, name) {
  for (let at = node; at; at = at.parentNode) {
    if (masks.get(at) & bits[name]) return at;
  }
  return null;
}

/** Tells the program whose element it is. */
export function tellOf(element, name, operands) {
  return page.isPatching ? 0 : surfaces.get(element)?.deliver(name, handles.get(element), operands) ?? 0;
}

// Dialogs that came with this patch; they open once they stand on the page.
let opening = [];

const properties = {
  value(element, text) {
    if (element !== page.composingField && element.value !== text) element.value = text;
  },
  checked(element, text) { element.checked = text !== ""; },
  modal(element) { if (!opening.includes(element)) opening.push(element); },
  height(element, text) { element.style.height = text; },
  box(element, text) {
    const [width, height] = text.split(" ");
    Object.assign(element.style, { width: text && width + "px", aspectRatio: text && `${width} / ${height}` });
  },
  progress(element, text) { element.style.setProperty("--progress", text); },
  hue(element, text) { element.style.setProperty("--hue", text); },
  route(element, text) { element.setAttribute("href", prefix + text); },
};

function set(element, name, text) {
  const property = properties[name];
  if (property) property(element, text);
  else element.setAttribute(name, text);
  if (name === "data-anchor") anchor(element);
  answers[name]?.(element, text);
}

function unset(element, name) {
  if (name === "route") element.removeAttribute("href");
  else if (properties[name]) properties[name](element, "");
  else element.removeAttribute(name);
  answers[name]?.(element);
}

function create(name) {
  const tag = elementNames[name];
  return name >= firstSVG ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
}

function own(surface, handle, node) {
  surface.nodes[handle] = node;
  surfaces.set(node, surface);
  handles.set(node, handle);
}

// Closing gives the focus back to where it was before.
function leave(node) {
  if (node.open) node.close?.();
  node.remove();
}

/** Steps as words, and one run of text from which they take theirs in turn. */
export function patch(surface, words, run) {
  hold();
  page.isPatching = true;
  carryOut(surface, words, run);
  page.isPatching = false;
  for (const dialog of opening) if (dialog.isConnected && !dialog.open) dialog.showModal();
  opening = [];
  restore();
  for (const act of followers) act();
}

function carryOut(surface, words, run) {
  const { nodes } = surface;
  let at = 0;
  let from = 0;
  const text = () => run.slice(from, from += words[at++]);
  while (at < words.length) {
    const step = words[at++];
    const handle = words[at++];
    switch (step) {
      case 0: own(surface, handle, create(words[at++])); break;
      case 1: own(surface, handle, document.createTextNode(text())); break;
      case 2: set(nodes[handle], attributeNames[words[at++]], text()); break;
      case 3: unset(nodes[handle], attributeNames[words[at++]]); break;
      case 4: nodes[handle].textContent = text(); break;
      case 5: masks.set(nodes[handle], words[at++]); break;
      case 6: nodes[handle].insertBefore(nodes[words[at++]], nodes[words[at++] || -1] || null); break;
      case 7: leave(nodes[handle]); break;
      case 8: nodes[handle] = undefined; break;
    }
  }
}
