// The page: carries patches out and reports what the person does. The tables stand in the order of Markup's
// Vocabulary.swift; nothing here can turn text into markup.

const elementNames = ("#text a article aside button dialog div em fieldset figure footer form h1 h2 h3 header hr img " +
  "input label legend li main nav ol option p search section select small span strong textarea time ul " +
  "svg path circle rect g").split(" ");
const firstSVG = elementNames.indexOf("svg");
const attributeNames = ("value checked height hue route href src class id role title alt lang dir tabindex hidden " +
  "type name placeholder autocomplete inputmode enterkeyhint autocapitalize spellcheck maxlength rows " +
  "disabled required readonly selected for datetime loading " +
  "aria-label aria-labelledby aria-describedby aria-live aria-atomic aria-busy aria-current aria-checked " +
  "aria-selected aria-pressed aria-expanded aria-controls aria-hidden aria-invalid aria-disabled aria-haspopup " +
  "aria-modal aria-required aria-errormessage aria-roledescription aria-posinset aria-setsize " +
  "data-kind data-state data-pane data-mine data-anchor data-keep-focus " +
  "viewBox d fill stroke stroke-width stroke-linecap stroke-linejoin cx cy r x y width rx transform").split(" ");
const eventNames = "click input change submit scroll focus blur key composer".split(" ");
const bit = Object.fromEntries(eventNames.map((name, index) => [name, 1 << index]));
const keys = {
  Escape: 0, Enter: 1, " ": 2, ArrowUp: 3, ArrowDown: 4, ArrowLeft: 5, ArrowRight: 6, Home: 7, End: 8, PageUp: 9,
  PageDown: 10, Tab: 11, Delete: 12,
};

export function createPage(mount, prefix, deliver, follow) {
  const nodes = [mount];
  const handles = new WeakMap();
  const masks = new WeakMap();
  let composingField = null;
  let isPatching = false;

  // Patches

  const properties = {
    value(element, text) {
      if (element !== composingField && element.value !== text) element.value = text;
    },
    checked(element, text) { element.checked = text !== ""; },
    height(element, text) { element.style.height = text; },
    hue(element, text) { element.style.setProperty("--hue", text); },
    route(element, text) { element.setAttribute("href", prefix + text); },
  };

  function set(element, name, text) {
    const property = properties[name];
    if (property) property(element, text);
    else element.setAttribute(name, text);
    if (name === "data-anchor") anchors.add(element);
  }

  function unset(element, name) {
    if (name === "route") element.removeAttribute("href");
    else if (properties[name]) properties[name](element, "");
    else element.removeAttribute(name);
  }

  function create(name) {
    const tag = elementNames[name];
    return name >= firstSVG ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  }

  function own(handle, node) {
    nodes[handle] = node;
    handles.set(node, handle);
  }

  function patch(words, run) {
    let at = 0;
    let from = 0;
    const text = () => {
      const length = words[at++];
      return run.slice(from, from += length);
    };
    anchors.hold();
    isPatching = true;
    while (at < words.length) {
      const step = words[at++];
      const handle = words[at++];
      switch (step) {
        case 0: own(handle, create(words[at++])); break;
        case 1: own(handle, document.createTextNode(text())); break;
        case 2: set(nodes[handle], attributeNames[words[at++]], text()); break;
        case 3: unset(nodes[handle], attributeNames[words[at++]]); break;
        case 4: nodes[handle].textContent = text(); break;
        case 5: masks.set(nodes[handle], words[at++]); break;
        case 6: nodes[handle].insertBefore(nodes[words[at++]], nodes[words[at++] || -1] || null); break;
        case 7: nodes[handle].remove(); break;
        case 8: nodes[handle] = undefined; break;
      }
    }
    isPatching = false;
    anchors.restore();
  }

  // Lists that grow at their end stay there, or keep in place what is being read.

  const anchors = {
    lists: new Set(),
    observer: new ResizeObserver(entries => {
      for (const { target } of entries) if (target.maruAtEnd) target.scrollTop = target.scrollHeight;
    }),
    add(list) {
      list.style.overflowAnchor = "none";
      list.maruAtEnd = true;
      list.maruHeld = [];
      this.lists.add(list);
      this.observer.observe(list);
    },
    note(list) {
      list.maruAtEnd = list.scrollHeight - list.clientHeight - list.scrollTop < 24;
    },
    hold() {
      for (const list of this.lists) {
        if (!list.isConnected) {
          this.lists.delete(list);
          this.observer.unobserve(list);
          continue;
        }
        list.maruHeld = [];
        if (list.maruAtEnd) continue;
        const top = list.getBoundingClientRect().top;
        for (const row of rowsOf(list)) {
          const place = row.getBoundingClientRect();
          if (place.bottom > top) list.maruHeld.push({ row, offset: place.top - top });
          if (list.maruHeld.length === 16) break;
        }
      }
    },
    restore() {
      for (const list of this.lists) {
        const held = list.maruHeld.find(({ row }) => row.isConnected);
        // Nothing of what was seen is left: this is another conversation.
        if (!held) list.maruAtEnd = true;
        if (list.maruAtEnd) {
          list.scrollTop = list.scrollHeight;
          continue;
        }
        const moved = held.row.getBoundingClientRect().top - list.getBoundingClientRect().top - held.offset;
        if (moved !== 0) list.scrollTop += moved;
      }
    },
  };

  // Rows are the children, or those of a list that is an only child.
  function rowsOf(list) {
    const only = list.children.length === 1 ? list.children[0] : null;
    return only && only.children.length > 0 ? only.children : list.children;
  }

  // Events: one capturing listener a kind; the nearest element that wants it answers.

  function wanting(node, name) {
    for (let at = node; at && at !== mount; at = at.parentNode) {
      if (masks.get(at) & bit[name]) return at;
    }
    return null;
  }

  function tell(name, element, { a = 0, b = 0, c = 0, parts = [] } = {}) {
    return isPatching ? 0 : deliver(name, handles.get(element), { a, b, c, parts });
  }

  function listen(kind, answer, options = {}) {
    document.addEventListener(kind, event => {
      if (event.target instanceof Node && !isPatching) answer(event);
    }, { capture: true, ...options });
  }

  function isPlainClick(event) {
    return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  }

  listen("click", event => {
    const element = wanting(event.target, "click");
    const link = event.target.closest ? event.target.closest("a[href]") : null;
    if (link && !isPlainClick(event)) return;
    if (element || link) endComposition();
    const isInside = link && link.getAttribute("href").startsWith(prefix + "/");
    if (isInside) event.preventDefault();
    if (element) tell("click", element);
    if (isInside) follow(link.getAttribute("href"));
  });
  listen("submit", event => {
    event.preventDefault();
    const element = wanting(event.target, "submit");
    if (element) tell("submit", element);
  });
  listen("input", event => {
    const field = event.target;
    const element = wanting(field, "input");
    if (element) tell("input", element, { parts: [field.value] });
    compose(field, 5, { text: field.value });
  });
  listen("change", event => {
    const element = wanting(event.target, "change");
    if (element) tell("change", element, { a: event.target.checked ? 1 : 0, parts: [event.target.value] });
  });
  listen("focusin", event => {
    const element = wanting(event.target, "focus");
    if (element) tell("focus", element);
  });
  listen("focusout", event => {
    compose(event.target, 8);
    const element = wanting(event.target, "blur");
    if (element) tell("blur", element);
  });
  for (const kind of ["mousedown", "touchstart"]) {
    listen(kind, event => {
      const element = event.target.closest ? event.target.closest("[data-keep-focus]") : null;
      if (element && kind === "mousedown") event.preventDefault();
    }, { passive: kind === "touchstart" });
  }

  const scrolled = new Set();
  listen("scroll", ({ target }) => {
    if (anchors.lists.has(target)) anchors.note(target);
    if (!target.scrollHeight || !wanting(target, "scroll")) return;
    if (scrolled.size === 0) requestAnimationFrame(tellScrolled);
    scrolled.add(target);
  }, { passive: true });

  function tellScrolled() {
    const lists = [...scrolled];
    scrolled.clear();
    for (const list of lists) {
      const top = Math.round(list.scrollTop);
      const end = Math.round(list.scrollHeight - list.clientHeight - list.scrollTop);
      tell("scroll", list, { a: top, b: Math.max(0, end), c: list.clientHeight });
    }
  }

  // Keys and composition

  listen("keydown", event => {
    const flags = (event.isComposing ? 1 : 0) | (event.keyCode === 229 ? 2 : 0) | (event.repeat ? 8 : 0) |
      (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey ? 4 : 0);
    const answer = event.key === "Enter" || (event.keyCode === 229 && /^(Numpad)?Enter$/.test(event.code))
      ? compose(event.target, 0, { b: flags, text: event.target.value })
      : compose(event.target, 1);
    if (answer & 1) event.preventDefault();
    if (event.isComposing || event.keyCode === 229 || answer & 1) return;
    const element = keys[event.key] === undefined ? null : wanting(event.target, "key");
    if (element && tell("key", element, { a: keys[event.key] })) event.preventDefault();
  });
  listen("keyup", event => {
    if (event.key === "Enter" || event.code === "Enter" || event.code === "NumpadEnter") compose(event.target, 2);
  });
  listen("compositionstart", event => {
    composingField = event.target;
    compose(event.target, 3);
  });
  listen("compositionend", event => {
    composingField = null;
    const field = event.target;
    if (compose(field, 4, { text: event.data || "" }) & 2) {
      setTimeout(() => compose(field, 6, { text: field.value }), 0);
    }
  });
  listen("beforeinput", event => {
    if (event.inputType !== "insertLineBreak" && event.inputType !== "insertParagraph") return;
    if (compose(event.target, 7) & 1) event.preventDefault();
  });

  function compose(field, what, { b = 0, text } = {}) {
    const element = masks.get(field) & bit.composer ? field : null;
    if (!element || !element.isConnected) return 0;
    return tell("composer", element, { a: what, b, parts: text === undefined ? [] : [text] });
  }

  // A press elsewhere takes the whole text, the syllable in hand as well.
  function endComposition() {
    const field = composingField;
    if (!field) return;
    field.blur();
    field.focus({ preventScroll: true });
  }

  return {
    patch,
    focus(id) { document.getElementById(id)?.focus(); },
    scrollToEnd(id) {
      const list = document.getElementById(id);
      if (!list) return;
      list.scrollTop = list.scrollHeight;
      if (anchors.lists.has(list)) list.maruAtEnd = true;
    },
  };
}
