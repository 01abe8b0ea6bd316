// One Wasm program on the page: its memory, what goes in and what comes out. The app is one, its annex another; neither
// reaches the other's memory. The table stands in the order of Browser's HostEvent.

import { along } from "/assets/along.js";
import { makeSurface, patch } from "/assets/page.js";
import { sessionFetch } from "/assets/session.js";

const patience = 20000;
const eventNumbers = Object.fromEntries(("started frame httpAnswered httpFailed timerFired " +
  "recordsRead recordsWritten recordsFailed storeChanged socketOpened socketReceived socketClosed " +
  "pathChanged visibilityChanged onlineChanged uploadMoved uploadEnded fileNotKept fileRefused accessRefused " +
  "wished told pushTold click input change submit scroll focus blur key composer menu files")
  .split(" ").map((name, index) => [name, index]));

// A leading U+FEFF is part of the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/**
 * A program that draws into `element`. `tableOf` gets what every program does by itself and gives all that this one may
 * ask for, in the order of HostOperation. `stopped(error)` is called after a trap, `drawing()` before each patch. `app`
 * is the number of what it is to be, where it can be several.
 */
export function makeProgram(element, { tableOf, stopped, drawing, app = 0 }) {
  const program = new Program(stopped);
  const deliver = (name, id, operands) => program.deliver(name, id, operands);
  const exchange = (call, send) => program.exchange(call, send);
  const surface = makeSurface(element, deliver);
  const table = tableOf(ownOperations(program));
  const imports = importsOf(program, table, app, (words, run) => {
    drawing();
    patch(surface, words, run);
  });
  return { deliver, exchange, run: compiled => program.run(compiled, imports), end: () => program.end() };
}

class Program {
  exports = null;
  isOver = false;
  // What has to be called off: timers and requests by ticket.
  cancels = new Map();

  constructor(stopped) {
    this.stopped = stopped;
  }

  // After a trap the state is half written: nothing calls in again.
  enter(call) {
    if (this.isOver || !this.exports) return 0;
    try {
      return call(this.exports);
    } catch (error) {
      const wasOver = this.isOver;
      this.end();
      if (!wasOver) this.stopped(error);
      return 0;
    }
  }

  deliver(name, id = 0, { a = 0, b = 0, c = 0, parts = [] } = {}) {
    return this.enter(exports => exports.deliver(eventNumbers[name], id, a, b, c, write(exports, parts)));
  }

  /** Nothing is heard from it any more, and nothing told. */
  end() {
    this.isOver = true;
    this.exports = null;
    for (const cancel of this.cancels.values()) cancel();
    this.cancels.clear();
  }

  async run(compiled, imports) {
    const { exports } = await WebAssembly.instantiate(compiled, { host: imports });
    if (this.isOver) return;
    this.exports = exports;
    this.enter(() => {
      exports.__wasm_call_ctors();
      exports.__main_argc_argv(0, 0);
    });
  }

  /** `send` is asked as `fetch` is. */
  async exchange({ ticket, texts: [method, target, ...fields], bytes }, send = fetch) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), patience);
    this.cancels.set(ticket, () => abort.abort());
    try {
      const headers = new Headers(along);
      for (let index = 0; index < fields.length; index += 2) headers.append(fields[index], fields[index + 1]);
      const response = await send(target, {
        method, headers, body: bytes, signal: abort.signal,
        credentials: "same-origin", cache: "no-store", redirect: "error",
      });
      const parts = [new Uint8Array(await response.arrayBuffer())];
      for (const [name, value] of response.headers) parts.push(name, value);
      this.deliver("httpAnswered", ticket, { a: response.status, parts });
    } catch {
      this.deliver("httpFailed", ticket);
    } finally {
      clearTimeout(timer);
      this.cancels.delete(ticket);
    }
  }
}

const ownOperations = program => ({
  requestFrame() {
    const draw = () => program.deliver("frame");
    if (document.hidden) setTimeout(draw, 100);
    else requestAnimationFrame(draw);
  },
  startTimer({ ticket, number }) {
    const timer = setTimeout(() => {
      program.cancels.delete(ticket);
      program.deliver("timerFired", ticket);
    }, number);
    program.cancels.set(ticket, () => clearTimeout(timer));
  },
  cancel({ ticket }) {
    program.cancels.get(ticket)?.();
    program.cancels.delete(ticket);
  },
  fetch(call) { program.exchange(call, sessionFetch); },
});

function importsOf(program, table, app, draw) {
  let line = "";
  const memory = () => program.exports.memory.buffer;
  const decode = (start, count) => decoder.decode(new Uint8Array(memory(), start, count));
  return {
    now: () => Date.now(),
    app: () => app,
    random(start, count) { crypto.getRandomValues(new Uint8Array(memory(), start, count)); },
    putchar(byte) {
      if (byte !== 10) line += String.fromCharCode(byte);
      else {
        console.error(line);
        line = "";
      }
    },
    patch(words, count, text, textCount) {
      draw(new Int32Array(memory(), words, count).slice(), decode(text, textCount));
    },
    perform(operation, ticket, number, lengths, count, text, textCount, body, bodyCount) {
      const run = count ? decode(text, textCount) : "";
      let from = 0;
      const texts = Array.from(new Int32Array(memory(), lengths, count), length => run.slice(from, from += length));
      const bytes = bodyCount ? new Uint8Array(memory(), body, bodyCount).slice() : undefined;
      table[operation]({ ticket, number, texts, bytes });
    },
  };
}

// Parts are texts, bytes, or bare numbers. Returns how many bytes were written.
function write(exports, parts) {
  if (parts.length === 0) return 0;
  let room = 0;
  for (const part of parts) room += typeof part === "number" ? 4 : 4 + part.length * (typeof part === "string" ? 3 : 1);
  const start = exports.scratch(room);
  const bytes = new Uint8Array(exports.memory.buffer, start, room);
  const numbers = new DataView(exports.memory.buffer, start, room);
  let at = 0;
  for (const part of parts) {
    if (typeof part === "number") {
      numbers.setInt32(at, part, true);
      at += 4;
      continue;
    }
    let count = part.length;
    if (typeof part === "string") count = encoder.encodeInto(part, bytes.subarray(at + 4)).written;
    else bytes.set(part, at + 4);
    numbers.setInt32(at, count, true);
    at += 4 + count;
  }
  return at;
}
