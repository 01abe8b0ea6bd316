// A stage (`data-zoom`) in which one picture is looked at closely: pinch, wheel, double tap, + − 0 and arrows. Where it
// is not enlarged, a stroke to the side or down is the arrow key or Esc that it stands for.

import { press } from "/assets/events.js";
import { sharpenPicture } from "/assets/pictures.js";

const most = 8;
const doubled = 2.5;
const stages = new Set();
const panKeys = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function addStage(element) {
  if (stages.size === 0) addEventListener("keydown", pressed, true);
  stages.add(new Stage(element));
}

// On the window, before the keys' usual listener.
function pressed(event) {
  for (const stage of stages) if (!stage.element.isConnected) stages.delete(stage);
  if (stages.size === 0) return removeEventListener("keydown", pressed, true);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  for (const stage of stages) {
    if (!stage.takesKey(event.key)) continue;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}

class Stage {
  constructor(element) {
    this.element = element;
    this.pointers = new Map();
    this.reset();
    this.lastTap = { time: 0, x: 0, y: 0 };
    const on = (kind, answer) => element.addEventListener(kind, answer.bind(this));
    on("pointerdown", this.down);
    on("pointermove", this.move);
    on("pointerup", this.up);
    on("pointercancel", this.cancel);
    on("wheel", this.turn);
    element.addEventListener("dragstart", event => event.preventDefault());
  }

  get picture() {
    const found = this.element.querySelector("img");
    if (found !== this.shown) {
      this.shown = found;
      this.reset();
    }
    return found;
  }

  reset() {
    Object.assign(this, { scale: 1, x: 0, y: 0 });
  }

  draw(isMoving = false) {
    const { picture } = this;
    if (!picture) return;
    picture.style.transition = isMoving ? "none" : "";
    picture.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.element.dataset.enlarged = this.scale > 1 ? "yes" : "no";
    if (this.scale > 1.3) sharpenPicture(picture);
  }

  /** Keeps the point (from the stage's centre) where it is on the screen. */
  zoom(scale, x = 0, y = 0) {
    const { picture } = this;
    if (!picture) return;
    const next = Math.min(most, Math.max(1, scale));
    const factor = next / this.scale;
    this.x = x - (x - this.x) * factor;
    this.y = y - (y - this.y) * factor;
    this.scale = next;
    this.clamp(picture);
  }

  clamp(picture) {
    const limit = (inner, outer) => Math.max(0, (inner * this.scale - outer) / 2);
    const wide = limit(picture.clientWidth, this.element.clientWidth);
    const high = limit(picture.clientHeight, this.element.clientHeight);
    this.x = Math.min(wide, Math.max(-wide, this.x));
    this.y = Math.min(high, Math.max(-high, this.y));
  }

  /** From the stage's centre. */
  place({ clientX, clientY }) {
    const { left, top, width, height } = this.element.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  }

  takesKey(key) {
    if (!this.picture) return false;
    const factor = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, _: 1 / 1.5, 0: 0 }[key];
    const pan = this.scale > 1 && panKeys[key];
    if (factor === undefined && !pan) return false;
    if (pan) {
      this.x += pan[0] * 80;
      this.y += pan[1] * 80;
      this.clamp(this.picture);
    } else {
      this.zoom(this.scale * factor);
    }
    this.draw();
    return true;
  }

  turn(event) {
    event.preventDefault();
    const { x, y } = this.place(event);
    this.zoom(this.scale * Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.002)), x, y);
    this.draw(true);
  }

  down(event) {
    if (event.target.closest("button, video") || event.button > 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.place(event));
    this.start = this.pointers.size === 1 ? { ...this.place(event), atX: this.x, atY: this.y } : null;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before || !this.picture) return;
    const now = this.place(event);
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.pointers.set(event.pointerId, now);
    if (other) this.pinch(before, now, other);
    else if (this.start) this.drag(now);
    this.draw(true);
  }

  pinch(before, now, other) {
    const apart = point => Math.hypot(point.x - other.x, point.y - other.y) || 1;
    const middle = point => ({ x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 });
    const [from, to] = [middle(before), middle(now)];
    this.zoom(this.scale * apart(now) / apart(before), to.x, to.y);
    this.x += to.x - from.x;
    this.y += to.y - from.y;
    this.clamp(this.picture);
  }

  drag(now) {
    this.x = this.start.atX + now.x - this.start.x;
    this.y = this.start.atY + now.y - this.start.y;
    if (this.scale > 1) this.clamp(this.picture);
  }

  up(event) {
    const isLast = this.pointers.delete(event.pointerId) && this.pointers.size === 0;
    if (!isLast || !this.start) return;
    const now = this.place(event);
    const [dx, dy] = [now.x - this.start.x, now.y - this.start.y];
    if (Math.hypot(dx, dy) < 10) this.tap(now);
    else if (this.scale === 1) this.stroke(dx, dy);
    this.start = null;
  }

  cancel(event) {
    this.pointers.delete(event.pointerId);
    this.start = null;
    if (this.scale === 1) this.reset();
    this.draw();
  }

  stroke(dx, dy) {
    this.reset();
    this.draw();
    if (Math.abs(dx) > 60 && Math.abs(dx) > Math.abs(dy)) press(this.element, dx < 0 ? "ArrowRight" : "ArrowLeft");
    else if (dy > 100) press(this.element, "Escape");
  }

  tap({ x, y }) {
    const time = Date.now();
    const last = this.lastTap;
    this.lastTap = { time, x, y };
    if (time - last.time > 350 || Math.hypot(x - last.x, y - last.y) > 40) return;
    this.lastTap.time = 0;
    if (this.scale > 1) this.zoom(1);
    else this.zoom(doubled, x, y);
    this.draw();
  }
}
