// One question at a time for a kernel that takes its while.
const KEPT = 40; // answers that are kept here

/** While the kernel answers, only the newest question waits; an answer to what nobody asks any
 *  more is kept, not shown. `send(asked)` asks the kernel, `show(shown)` draws an answer;
 *  `shown.asked` says what it answers. */
export class Questions {
  constructor({ send, show }) {
    Object.assign(this, { send, show, kept: new Map(), waiting: null, next: null, wanted: null });
  }

  ask(asked) {
    this.wanted = JSON.stringify(asked);
    this.next = null;
    const known = this.kept.get(this.wanted);
    if (known) return this.show(known);
    if (this.waiting === null) {
      this.waiting = this.wanted;
      this.send(asked);
    } else if (this.waiting !== this.wanted) this.next = asked;
  }

  heard(shown) {
    this.kept.set(JSON.stringify(shown.asked), shown);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    const late = this.waiting !== null && this.waiting !== this.wanted;
    this.waiting = null;
    if (this.next) this.ask(this.next);
    else if (!late) this.show(shown);
  }
}
