// Which number a typed text means: the rules of ../numbers.py, for pages without a kernel.

const FRACTION = /^(-?) ?(?:(\d+) )?(\d+) ?[/⁄] ?(\d+)$/;
const GROUPED = /^[1-9]\d{0,2}([ ,.'’_])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?$/;
const PLAIN = /^(?:\d+[.,]?\d*|[.,]\d+)(?:e[-+]?\d+)?$/;

/** The numbers that `typed` may mean, the likeliest first; a share is one of `whole`. */
export function readings(typed, whole = 1) {
  if (/[²³¹⁰-₉]/.test(typed)) return [];
  const text = typed.replace(/(?=[¼-¾⅐-⅞])/g, " ").normalize("NFKC").trim().toLowerCase()
    .replace(/[−–]/g, "-").replace(/^[+≈~] ?/, "");
  const number = text.replace(/ ?(%|percent)$/, ""), fraction = FRACTION.exec(number);
  let numbers;
  if (fraction) {
    const [, sign, units = 0, over, under] = fraction;
    const value = (sign ? -1 : 1) * (Number(units) + over / under);
    numbers = number === text ? [value, value * whole] : [value];
  } else {
    const [, sign, body] = /^(-?) ?(.*)$/s.exec(number), grouped = GROUPED.exec(body);
    const texts = PLAIN.test(body) ? [body.replace(",", ".")] : [];
    if (grouped) {
      const bare = body.replaceAll(grouped[1], "").replace(",", ".");
      texts.splice(grouped[1] === "." ? texts.length : 0, 0, bare);
    }
    numbers = texts.map((text) => Number(sign + text));
  }
  const share = number === text ? 1 : whole / 100;
  return numbers.filter(Number.isFinite).map((number) => number * share);
}

/** The reading that lies in the band from `low` to `high`, or nearest to it. */
export function nearest(numbers, low, high) {
  const off = (number) => Math.max(low - number, number - high);
  return numbers.reduce((best, number) => (off(number) < off(best) ? number : best));
}

/** Four digits, and more only where the others would be an exponent. */
export function short(number) {
  const size = Math.abs(number);
  return size >= 1000 && size < 1e15 ? Math.round(number).toLocaleString("en-US")
    : String(Number(number.toPrecision(4)));
}
