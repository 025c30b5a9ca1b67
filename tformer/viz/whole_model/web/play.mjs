// The clock: plays the moments of a film at some speed, pauses, steps, and goes back.

export class Playback {
  /** `onTime()` whenever the time has changed or the clock was started or stopped. */
  constructor(onTime, { still = false } = {}) {
    Object.assign(this, { onTime, still, at: 0, speed: 1, playing: false, time: null, frame: 0,
      last: 0, until: Infinity, onEnd: () => {} });
  }

  set(time, at) {
    this.time = time;
    this.at = Math.min(at, time.end);
  }

  /** From now on, `until` a time or to the end. */
  play(until = Infinity) {
    if (!this.time) return;
    this.until = until;
    if (until === Infinity && this.at >= this.time.end) this.at = 0;
    this.playing = true;
    this.last = 0;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame((now) => this.tick(now));
    this.onTime();
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.onTime();
  }

  toggle() { this.playing ? this.pause() : this.play(); }

  tick(now) {
    if (!this.playing) return;
    const before = this.shown(), seconds = this.last ? Math.min(0.25, (now - this.last) / 1000) : 0;
    this.last = now;
    this.advance(seconds * this.speed);
    const end = Math.min(this.until, this.time.end);
    if (this.at >= end) {
      this.at = end;
      this.pause();
      return end === this.time.end && this.onEnd();
    }
    if (this.shown() !== before) this.onTime();
    this.frame = requestAnimationFrame((then) => this.tick(then));
  }

  /** Some seconds on, through as many moments as they hold. */
  advance(seconds) {
    const { time } = this;
    while (seconds > 0 && this.at < time.end) {
      const n = Math.floor(this.at), left = (n + 1 - this.at) * time.moments[n].seconds;
      if (left > seconds) {
        this.at += seconds / time.moments[n].seconds;
        return;
      }
      this.at = n + 1;
      seconds -= left;
    }
  }

  /** What is drawn: readers who want no motion see each moment when it is complete. */
  shown() { return this.still ? Math.ceil(this.at - 1e-9) : this.at; }

  seek(at) {
    this.at = Math.max(0, Math.min(this.time.end, at));
    this.onTime();
  }

  /** To the next or previous mark: the start, the memory, each written piece. */
  word(way) {
    this.playing = false;
    this.seek(way > 0 ? this.time.next(this.at) : this.time.previous(this.at));
  }

  /** One moment on or back. */
  moment(way) {
    this.playing = false;
    this.seek(way > 0 ? Math.floor(this.at + 1e-9) + 1 : Math.ceil(this.at - 1e-9) - 1);
  }
}
