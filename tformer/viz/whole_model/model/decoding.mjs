// How an answer is chosen, piece by piece, as tformer/decoding.py does it: for one sentence.
import { logSum, softmax, topK } from "./numbers.mjs";

/** Numbers from 0 to 1 that look random, always the same for one seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Logits after temperature and top-k; ties for the last place all stay. */
export function bent(logits, { temperature = 1, top_k = null }) {
  const warm = Float64Array.from(logits, (x) => x / temperature);
  if (top_k === null || top_k >= warm.length) return warm;
  const least = warm[topK(warm, top_k)[top_k - 1]];
  return warm.map((x) => (x < least ? -Infinity : x));
}

/** A way to draw the next piece. */
export function sampler({ seed = 0, ...how }) {
  const draw = random(seed);
  return (logits) => {
    const chances = softmax(bent(logits, how));
    let left = draw();
    for (let id = 0; id < chances.length; id++) if ((left -= chances[id]) < 0) return id;
    return topK(chances, 1)[0]; // what rounding left over
  };
}

export const likeliest = (logits) => topK(logits, 1)[0];

/** The ids from the start id on; `choose(logits)` names the next, `onPiece(ids)` hears each. */
export function stream(decoder, { bos, eos, room, choose = likeliest, onPiece = () => {} }) {
  const ids = [bos];
  while (ids.length < room) {
    ids.push(choose(decoder.read([ids.at(-1)])));
    onPiece(ids);
    if (ids.at(-1) === eos) break;
  }
  return ids;
}

/** The best answer found while the `beams` best beginnings stay in hand: `{ ids, hands }`.
 *  An answer scores its summed log-probability / n ** penalty. `hands[t]`: what was in hand when
 *  piece t was chosen. Source: Wu et al. 2016, section 7, as in tformer/decoding.py. */
export function beamSearch(decoder, { bos, eos, room, beams, penalty, onPiece = () => {} }) {
  let hand = Array.from({ length: beams }, (_, n) => ({ ids: [bos], score: n ? -Infinity : 0 }));
  let finished = [], going = true;
  const hands = [], better = (a, b) => b.score - a.score;
  for (let length = 2; length <= room && going; length++) {
    hands.push(hand.map(({ ids }) => ids));
    const longer = continuations(decoder.read(hand.map(({ ids }) => ids.at(-1))), hand);
    const norm = (length - 1) ** penalty, ends = ({ ids }) => ids.at(-1) === eos || length === room;
    const done = longer.slice(0, beams).filter(ends)
      .map(({ ids, score }) => ({ ids, score: score / norm }));
    finished = [...finished, ...done].sort(better).slice(0, beams);
    hand = longer.filter((one) => !ends(one)).slice(0, beams);
    const worst = finished.length < beams ? -Infinity : finished.at(-1).score;
    going = hand.length > 0 && hand[0].score / norm > worst;
    if (!going) break;
    decoder.reorder(hand.map(({ row }) => row));
    onPiece(hand[0].ids);
  }
  return { ids: finished[0].ids, hands: hands.slice(0, finished[0].ids.length - 1) };
}

/** The 2K best ways to go on from K beginnings: of these at least K do not end. */
function continuations(logits, hand) {
  const V = logits.length / hand.length, found = [];
  hand.forEach(({ ids, score }, row) => {
    if (score === -Infinity) return;
    const own = logits.subarray(row * V, (row + 1) * V), all = logSum(own);
    for (const id of topK(own, 2 * hand.length))
      found.push({ ids: [...ids, id], score: score + (own[id] - all), row });
  });
  return found.sort((a, b) => b.score - a.score).slice(0, 2 * hand.length);
}
