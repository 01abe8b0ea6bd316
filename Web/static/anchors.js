// Lists that grow at their end stay there if they were there; else what is being read stays where it is.

const lists = new Map();
const heldRows = 16;
const nearEnd = 24;

const observer = new ResizeObserver(entries => {
  for (const { target } of entries) if (lists.get(target)?.isAtEnd) target.scrollTop = target.scrollHeight;
});

export function anchor(list) {
  if (lists.has(list)) return;
  list.style.overflowAnchor = "none";
  lists.set(list, { isAtEnd: true, held: [] });
  observer.observe(list);
}

/** The person scrolled. */
export function noteScroll(list) {
  const state = lists.get(list);
  if (state) state.isAtEnd = list.scrollHeight - list.clientHeight - list.scrollTop < nearEnd;
}

export function scrollToEnd(list) {
  list.scrollTop = list.scrollHeight;
  const state = lists.get(list);
  if (state) state.isAtEnd = true;
}

/** Before a patch: remembers the rows in sight. */
export function hold() {
  for (const [list, state] of lists) {
    state.held = [];
    if (!list.isConnected) {
      lists.delete(list);
      observer.unobserve(list);
    } else if (!state.isAtEnd) {
      state.held = rowsInSight(list);
    }
  }
}

/** After a patch: puts the first of them that is left where it was. */
export function restore() {
  for (const [list, state] of lists) {
    const held = state.held.find(({ row }) => row.isConnected);
    // Nothing of what was seen is left: this is another conversation.
    if (!held) state.isAtEnd = true;
    if (state.isAtEnd) list.scrollTop = list.scrollHeight;
    else list.scrollTop += held.row.getBoundingClientRect().top - list.getBoundingClientRect().top - held.offset;
  }
}

function rowsInSight(list) {
  const top = list.getBoundingClientRect().top;
  const rows = list.children;
  // Rows stand one below the other: halve the way to the first in sight.
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const half = (low + high) >> 1;
    if (rows[half].getBoundingClientRect().bottom > top) high = half;
    else low = half + 1;
  }
  return Array.from(rows).slice(low, low + heldRows).map(row => (
    { row, offset: row.getBoundingClientRect().top - top }));
}
