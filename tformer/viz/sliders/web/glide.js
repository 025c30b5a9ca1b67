// Between two states of a drawing: lines and areas of one shape go there instead of jumping.

const LASTS = 150, LONGEST = 20_000; // milliseconds; letters of an outline
const NUMBER = /-?\d+/g;

/** How an attribute gets from `old` to `next`, by a share from 0 to 1; null if it must jump. */
export function way(name, old, next) {
  if (name !== "d") return null;
  if (!old || old.length > LONGEST || old.replace(NUMBER, "#") !== next.replace(NUMBER, "#"))
    return null;
  const from = old.match(NUMBER).map(Number), to = next.match(NUMBER).map(Number);
  return (at) => {
    let n = 0;
    return at >= 1 ? next : next.replace(NUMBER,
      () => Math.round(10 * (from[n] + (to[n] - from[n++]) * at)) / 10);
  };
}

/** Goes all `ways`, in frames of the screen; what it returns ends them at once. */
export function glide(ways) {
  const start = performance.now();
  let frame = 0;
  const go = (share) => ways.forEach((one) => one(share));
  const step = () => {
    const time = Math.min(1, (performance.now() - start + 17) / LASTS);
    go(1 - (1 - time) ** 3);
    if (time < 1) frame = requestAnimationFrame(step);
    else ways = [];
  };
  if (ways.length) step();
  return () => {
    cancelAnimationFrame(frame);
    go(1);
    ways = [];
  };
}
