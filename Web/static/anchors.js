// Lists that grow at their end stay there if they were there; else what is being read stays where it is. Rows may also
// change their height by themselves (content-visibility gives them their own only near the view, fonts load late, the
// keyboard takes room), so sizes are watched, not only patches.

const lists = new Map();
const heldRows = 16;
const nearEnd = 24;

const sizes = new ResizeObserver(() => keep("top"));
const rows = new MutationObserver(changes => {
  for (const { addedNodes, removedNodes } of changes) {
    for (const row of removedNodes) if (row instanceof Element) sizes.unobserve(row);
    for (const row of addedNodes) if (row instanceof Element) sizes.observe(row);
  }
});

export function anchor(list) {
  if (lists.has(list)) return;
  // The browser's own anchoring would correct a second time.
  list.style.overflowAnchor = "none";
  lists.set(list, { isAtEnd: true, top: 0, held: [] });
  sizes.observe(list);
  rows.observe(list, { childList: true });
}

/** The list was scrolled, by the person or by us. Only the way up leaves the end: the list may have grown meanwhile. */
export function noteScroll(list) {
  const state = lists.get(list);
  if (!state) return;
  if (list.scrollHeight - list.clientHeight - list.scrollTop < nearEnd) state.isAtEnd = list.dataset.anchor === "end";
  else if (list.scrollTop < state.top - 1) state.isAtEnd = false;
  state.top = list.scrollTop;
  holdRows(list, state);
}

export function scrollToEnd(list) {
  const state = lists.get(list);
  if (state) state.isAtEnd = true;
  list.scrollTop = list.scrollHeight;
}

/** Brings a row into the middle of its list, which stays there from now on. */
export function reveal(row) {
  const list = [...lists.keys()].find(candidate => candidate.contains(row));
  const show = () => {
    row.scrollIntoView({ block: "center" });
    if (!lists.has(list)) return;
    const state = lists.get(list);
    state.isAtEnd = false;
    state.top = list.scrollTop;
    holdRows(list, state);
  };
  show();
  // Rows that came into sight find their own height only now.
  requestAnimationFrame(show);
}

/** Before a patch: remembers the rows in sight, and forgets lists that are gone. */
export function hold() {
  for (const [list, state] of lists) {
    if (list.isConnected) {
      holdRows(list, state);
    } else {
      lists.delete(list);
      sizes.unobserve(list);
      for (const row of list.children) sizes.unobserve(row);
    }
  }
}

/**
 * After a patch. By the lower edge: a row in sight may lose its upper part, the name, to an older row that came. The
 * same rows are held on, not those that came into sight above them and have not found their height yet.
 */
export function restore() {
  keep("bottom");
  for (const [list, state] of lists) {
    const start = list.getBoundingClientRect().top;
    state.held = state.held.filter(({ row }) => row.parentNode === list).map(({ row }) => placed(row, start));
  }
}

/** Puts the first of the held rows that is left where it was. */
function keep(edge) {
  for (const [list, state] of lists) {
    const held = state.held.find(({ row }) => row.parentNode === list);
    // Nothing of what was seen is left: this is another conversation.
    if (!held) state.isAtEnd = true;
    if (state.isAtEnd) list.scrollTop = list.scrollHeight;
    else list.scrollTop += held.row.getBoundingClientRect()[edge] - list.getBoundingClientRect().top - held[edge];
    state.top = list.scrollTop;
  }
}

function holdRows(list, state) {
  state.held = state.isAtEnd ? [] : rowsInSight(list);
}

function rowsInSight(list) {
  const start = list.getBoundingClientRect().top;
  const rows = list.children;
  // Rows stand one below the other: halve the way to the first in sight.
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if (rows[half].getBoundingClientRect().bottom > start) high = half;
    else low = half + 1;
  }
  const seen = Array.from(rows).slice(low, low + heldRows);
  // A day's heading or a button for more moves when older rows come; a message does not.
  const messages = seen.filter(row => row.role === "article");
  return (messages.length > 0 ? messages : seen).map(row => placed(row, start));
}

function placed(row, start) {
  const { top, bottom } = row.getBoundingClientRect();
  return { row, top: top - start, bottom: bottom - start };
}
