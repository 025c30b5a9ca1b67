// Which frame answers a move of the controls: one from memory at once, or one that is asked for.

/** The name of a setting: the places of all controls, as places.py names it. */
export function keyOf(specs, fields) {
  return JSON.stringify(specs.map((spec) => {
    const value = fields[spec.name]?.place();
    return value === undefined ? 0 : value;
  }));
}

/**
 * Frames by key, and the questions to the kernel. `paint(frame)` shows one, `ask(key)` asks for
 * one, `rest(key)` tells the kernel of a move that was answered here, when the hand rests.
 * One question is on its way at a time; when its answer comes, the newest setting is asked for.
 */
export class Memory {
  constructor({ paint, ask, rest, wait = 150 }) {
    Object.assign(this, { paint, ask, rest, wait });
    this.frames = new Map();
    this.now = null; // where the hand is
    this.asked = null; // the question that is on its way
    this.timer = 0;
  }

  /** The hand moved the controls to this setting. */
  move(key) {
    this.now = key;
    clearTimeout(this.timer);
    const frame = this.frames.get(key);
    if (frame) {
      this.paint(frame);
      this.timer = setTimeout(() => this.rest(key), this.wait);
    } else if (this.asked === null) {
      this.asked = key;
      this.ask(key);
    }
  }

  /** Frames that were sent ahead. */
  put(key, frame) {
    if (!this.frames.has(key)) this.frames.set(key, frame);
  }

  /** The kernel shows `key`: an answer to `asked`, or of its own accord. Whether to follow it. */
  shown(key, frame, asked) {
    const own = asked === "kernel", awaited = asked === this.asked, known = this.frames.has(key);
    if (awaited) this.asked = null;
    if (own || !known) this.frames.set(key, frame);
    if (own || asked === this.now) {
      if (!own && !awaited && known && key === this.now) return false; // answered here already
      this.now = key; // a control may not have taken what it was told
      this.paint(this.frames.get(key));
      return true;
    }
    if (awaited && !this.frames.has(this.now)) {
      this.paint(frame); // on the way to where the hand is
      this.move(this.now);
    }
    return false;
  }

  /** The question on its way failed: go on with the newest setting. */
  failed() {
    const again = this.asked !== null && this.asked !== this.now;
    this.asked = null;
    if (again) this.move(this.now);
  }

  forget() {
    this.frames.clear();
  }

  end() {
    clearTimeout(this.timer);
  }
}
