// The parts of the living model that need no page: films, time, places, words, the clock.
import assert from "node:assert/strict";
import test from "node:test";

import { apart } from "../../tformer/viz/whole_model/web/bars.mjs";
import { slipped } from "../../tformer/viz/whole_model/web/dock.mjs";
import { answerWords, apartByBlanks, bare, peak, quoted, unmet, unpackFilm } from "../../tformer/viz/whole_model/web/film.mjs";
import { boxes, livingLayout } from "../../tformer/viz/whole_model/web/floor_plan.mjs";
import { canBeOff, describe, partName, readId } from "../../tformer/viz/whole_model/web/parts.mjs";
import { Playback } from "../../tformer/viz/whole_model/web/play.mjs";
import { Questions } from "../../tformer/viz/whole_model/web/questions.mjs";
import { inWords, momentSentence, timeline } from "../../tformer/viz/whole_model/web/time.mjs";
import { tourSteps } from "../../tformer/viz/whole_model/web/tour.mjs";

const S = 3, T = 3, L = 2, H = 2;
const about = { d_model: 8, d_ff: 16, num_heads: 2, vocab_size: 5000, norm_first: true,
  learnt: { "decoder.0": 10, "encoder.0": 7, "decoder.0.cross_attention": 5,
    "decoder.0.self_attention": 4, "decoder.0.ffn": 2, "decoder.0.norm1": 1,
    "encoder.0.self_attention": 4, "encoder.0.ffn": 2, "encoder.0.norm1": 1 } };

/** A film as the kernel packs it, its arrays filled by `fill(name, n)`. */
function packedFilm({ said = {}, fill = () => 0, small = false } = {}) {
  const shapes = {
    "maps.encoder": [L, H, S, S], "maps.decoder": [L, H, T, T], "maps.cross": [L, H, T, S],
    "maps.encoder mean": [L, S, S], "maps.decoder mean": [L, T, T], "maps.cross mean": [L, T, S],
    "maps.cross whole": [T, S], plain: [T, 2], chances: [T, 2], sure: [T], word_sure: [2],
    lens_sure: [T, L], "busy.encoder.0.ffn": [S], "vectors.encoder.0": [S, 4],
  };
  const arrays = {}, numbers = [];
  for (const name in shapes) {
    const size = shapes[name].reduce((a, b) => a * b, 1), start = numbers.length * (small ? 1 : 4);
    arrays[name] = { shape: shapes[name], start, ...(small && { low: -1, step: 2 / 255 }) };
    for (let n = 0; n < size; n++) numbers.push(fill(name, n));
  }
  const floats = small ? Uint8Array.from(numbers, (x) => Math.round((x + 1) * 127.5)) :
    new Uint8Array(new Float32Array(numbers).buffer);
  const room = new Uint8Array(floats.length + 3); // a view may start anywhere in its buffer
  room.set(floats, 3);
  return { arrays, data: new DataView(room.buffer, 3), said: {
    languages: ["German", "English"], sentence: "Ein Hund", text: "A dog", ended: true, source: ["Ein", " Hund", "<eos>"],
    given: ["<bos>", "A", " dog"], target: ["A", " dog", "<eos>"], strange: [], target_strange: [],
    source_word: [0, 1, 2], target_word: [0, 1, 2], answer: ["A", " dog", "<eos>"],
      likely: [["A", "The"], [" dog", " cat"], ["<eos>", "."]],
    lens: [["A", "A"], ["A", " dog"], [" dog", "<eos>"]], beams: [[""], ["A"], ["A dog"]],
    scales: { "encoder.0": 2 }, shapes: { "encoder.0": [1, 3, 8],
      "encoder.0.self_attention.weights": [1, 2, 3, 3] },
    setting: { choose: "beam", temperature: 1, top_k: null, off: [] }, ...said,
  } };
}
const film = (given) => unpackFilm(packedFilm(given));

test("numbers are found by layer, head and row, whether as floats or as bytes", () => {
  const fill = (name, n) => (name === "maps.cross" ? n / 100 : 0);
  for (const small of [false, true]) {
    const f = film({ fill, small }), near = small ? 0.005 : 1e-6;
    const map = f.map("cross", 1, 0); // (L, H, T, S): 18 numbers before it
    assert.equal(map.length, T * S);
    map.forEach((x, n) => assert.ok(Math.abs(x - (18 + n) / 100) < near, `${small}: ${x}`));
  }
  const f = film({ fill: (name, n) => n });
  assert.deepEqual([...f.map("decoder", 1)], [9, 10, 11, 12, 13, 14, 15, 16, 17]);
  assert.deepEqual([...f.whole(2)], [6, 7, 8]);
  assert.deepEqual([...f.row("chances", 1)], [2, 3]);
  assert.equal(f.value("lens_sure", 2, 1), 5);
  assert.equal(f.busy("encoder.0.ffn", 2), 2);
  assert.equal(f.busy("decoder.7.ffn", 0), 0);
  assert.equal(f.vectors("encoder.0").scale, 2);
  assert.equal(f.vectors("nothing"), undefined);
});

test("pieces are joined to words, each with its own certainty, and the end is no word", () => {
  const said = { target: [" d", "ucks", "."], target_word: [0, 0, 1], ended: false,
    answer: [" ducks", "."] };
  const words = answerWords(film({ said, fill: (name, n) => (name === "word_sure" ? 0.25 + n / 4 :
    0) }));
  assert.deepEqual(words.map(({ text, blank, first, last, sure }) => [text, blank, first, last,
    sure]),
    [["ducks", true, 0, 1, 0.25], [".", false, 2, 2, 0.5]]);
  assert.deepEqual(answerWords(film()).map(({ text }) => text), ["A", "dog"]);
});

test("a blank that is a piece of its own stands between the words", () => {
  const said = { target: [" at", " ", "eight"], target_word: [0, 1, 2], ended: false,
    answer: [" at", " ", "eight"] };
  const words = answerWords(film({ said }));
  assert.deepEqual(words.map(({ text, blank }) => [text, blank]), [["at", true], ["eight", true]]);
});

test("what was copied from the source stands for what the model wrote", () => {
  const [first, second] = answerWords(film({ said: { answer: ["A", " 18:45", "<eos>"] } }));
  assert.deepEqual([first.text, first.wrote, second.text, second.wrote],
    ["A", undefined, "18:45", "dog"]);
});

test("a piece is quoted so that it cannot turn the words around it", () => {
  assert.equal(quoted(" שלום"), "“\u2068שלום\u2069”");
  assert.deepEqual([" a ", "", " "].map(bare), ["a", "·", "␣"]);
  assert.equal(peak([0.1, 0.7, 0.7]), 1);
});

test("the tour has six steps in the order of time, told with the film's numbers, and an end", () => {
  const fill = (name, n) => name === "maps.encoder" && n === S * S + 1 ? 0.75 : // head 1: Ein → Hund
    name === "maps.cross whole" && n === S + 1 ? 0.5 : 0;
  const f = film({ fill }), time = timeline({ layers: L, T }), steps = tourSteps(f, time, about);
  const parts = new Set(boxes(livingLayout({ width: 1000, S, T, layers: L, heads: H }),
    { S, T, layers: L, heads: H }).map(({ id }) => id));
  assert.deepEqual(steps.map(({ name }) => name), ["Pieces", "Waves", "One head",
    "Cross-attention", "Next piece", "One part off", "Now yours"]);
  steps.slice(0, 6).forEach(({ part, from, to }, n) => {
    assert.ok([...parts].some((id) => id.startsWith(part)), part);
    assert.ok(from <= to && to <= steps[n + 1].to && to <= time.end);
  });
  assert.match(steps[0].says, /into 3 pieces .* 8 numbers/);
  assert.equal(steps[2].part, "encoder.0.self_attention.1");
  assert.match(steps[2].says, /“\u2068Ein\u2069” takes most from “\u2068Hund\u2069” \(0\.75\)/);
  assert.match(steps[3].says, /writes “\u2068dog\u2069”.*from “\u2068Hund\u2069” \(0\.50\)/);
  assert.equal(steps[4].to, time.written(1));
  assert.deepEqual(steps.map(({ off }) => off.length), [0, 0, 0, 0, 0, 1, 0]);
});

test("two pieces that read alike are told by the blank before one", () => {
  assert.deepEqual(apartByBlanks(["I", " I", " dog", " cat", ""]), ["I", "␣I", "dog", "cat", "·"]);
  const said = { likely: [["A", " A"], [" dog", " cat"], ["<eos>", "."]] };
  const f = film({ said, fill: (name) => (name === "chances" ? 0.5 : 0) });
  const time = timeline({ layers: L, T });
  assert.match(momentSentence(f, time, 9.9, about), /“\u2068A\u2069” 0.50, “\u2068␣A\u2069” 0.50/);
});

test("moments come in order: the encoder once, then every step of the decoder", () => {
  const time = timeline({ layers: L, T });
  assert.equal(time.end, 4 + L + T * (L + 3));
  assert.deepEqual(time.moments.slice(0, 6).map(({ kind }) => kind),
    ["words", "embedding", "waves", "layer", "layer", "memory"]);
  assert.deepEqual(time.marks, [0, 6, 11, 16, 21]);
  assert.equal(time.step(0), -1);
  assert.equal(time.step(6), -1);
  assert.equal(time.step(6.01), 0);
  assert.equal(time.step(11), 0); // complete, and the next has not begun
  assert.equal(time.step(time.end), 2);
  assert.equal(time.encoder("layer", 4.25, 1), 0.25);
  assert.equal(time.decoder(1, "bars", time.written(0) + 3.5), 0.5);
  assert.equal(time.decoder(0, "write", time.written(0)), 1);
  assert.deepEqual([time.next(0), time.next(6), time.next(21)], [6, 11, 21]);
  assert.deepEqual([time.previous(21), time.previous(8), time.previous(0)], [16, 6, 0]);
});

test("every moment is said in words made of the film's numbers", () => {
  const fill = (name, n) => name === "maps.encoder mean" ?
    [0.5, 0.4, 0.1, 0.7, 0.2, 0.1, 0, 0, 1][n % 9] :
    name === "maps.cross mean" ? [0.1, 0.8, 0.1][n % 3] : name === "chances" ?
      [0.75, 0.004][n % 2] :
      name === "sure" ? 0.875 : 0;
  const f = film({ fill }), time = timeline(f), say = (at) => momentSentence(f, time, at, about);
  assert.match(say(1), /cut into 3 pieces/);
  assert.match(say(2), /8 learnt numbers/);
  assert.match(say(3), /Waves are added/);
  assert.match(say(4),
    /Encoder layer 0: .*“\u2068Hund\u2069” most from “\u2068Ein\u2069” \(0\.70\)/);
  assert.match(say(7), /nothing is written yet/);
  assert.match(say(8), /decoder layer 0: takes most from “\u2068Hund\u2069” \(0\.80\)/);
  assert.match(say(8), /if it ended here it would say “\u2068A\u2069”/);
  assert.match(say(10), /likeliest are “\u2068A\u2069” 0\.75\.$/); // 0.004 is left out
  assert.match(say(11), /writes “\u2068A\u2069”, to which the model gave 0\.88/);
  assert.match(say(12), /has read “\u2068A\u2069”/);
  assert.match(say(time.end), /“Ein Hund” has become “A dog”\./);
  assert.equal(inWords(f, time, about).length, 2 + T);
  const cut = film({ said: { ended: false, setting: { off: ["src_embedding"] } } });
  assert.match(momentSentence(cut, time, time.end, about), /did not come to an end/);
  assert.match(momentSentence(cut, time, 3, about), /No waves are added/);
});

test("the clock plays through moments, pauses at the end, steps and goes back", () => {
  let told = 0;
  globalThis.requestAnimationFrame = () => 1;
  globalThis.cancelAnimationFrame = () => {};
  const clock = new Playback(() => told++), time = timeline({ layers: L, T });
  clock.set(time, 0);
  clock.play();
  const seconds = time.moments.reduce((sum, moment) => sum + moment.seconds, 0);
  clock.advance(time.moments[0].seconds + time.moments[1].seconds / 2);
  assert.ok(Math.abs(clock.at - 1.5) < 1e-9);
  clock.advance(seconds);
  assert.equal(clock.at, time.end);
  clock.tick(0);
  assert.equal(clock.playing, false);
  clock.word(-1);
  assert.equal(clock.at, 16);
  clock.moment(-1);
  assert.equal(clock.at, 15);
  clock.moment(1);
  clock.word(1);
  assert.equal(clock.at, time.end);
  clock.seek(-5);
  assert.equal(clock.at, 0);
  clock.at = time.end;
  clock.play(); // from the start again
  assert.ok(clock.at === 0 && clock.playing && told > 6);
});

test("who wants no motion sees each moment when it is complete", () => {
  const drawn = [], clock = new Playback(() => drawn.push(clock.shown()), { still: true });
  globalThis.requestAnimationFrame = () => 1;
  globalThis.cancelAnimationFrame = () => {};
  clock.set(timeline({ layers: L, T }), 0);
  clock.play();
  for (let now = 1; clock.at < 5; now += 10) clock.tick(now);
  assert.equal(drawn.length, new Set(drawn).size); // a frame in which nothing changes is not drawn
  assert.ok(drawn.length > 3 && drawn.every(Number.isInteger));
  clock.pause();
  clock.set(timeline({ layers: L, T }), 2.3);
  assert.equal(clock.shown(), 3);
  clock.at = 3;
  assert.equal(clock.shown(), 3);
});

test("the picture fits its page at every width, and no part lies outside or on another's map",
  () => {
  for (const width of [360, 390, 560, 620, 700, 819, 820, 1000, 1280])
    for (const [s, t, layers, heads] of [[1, 1, 4, 4], [11, 10, 4, 4], [40, 40, 4, 4],
      [8, 8, 2, 8]]) {
      const sizes = { S: s, T: t, layers, heads }, g = livingLayout({ width, ...sizes });
      const name = JSON.stringify({ width, ...sizes }), parts = boxes(g, sizes);
      const ids = new Set(parts.map(({ id }) => id));
      assert.equal(ids.size, parts.length, name);
      assert.equal(parts.length, s + t + 4 + 4 + layers * (6 + 3 * heads), name);
      for (const { id, x, y, w, h } of parts) {
        assert.ok(w > 0 && h > 0 && x >= 0 && y >= 0, `${name} ${id} ${[x, y, w, h]}`);
        assert.ok(x + w <= width + 0.5 && y + h <= g.height + 0.5, `${name} ${id} ${[x, y, w, h]}`);
      }
      assert.ok(g.height < (g.stacked ? 2200 : 800), `${name}: ${g.height}`);
      const maps = parts.filter(({ id }) => /attention\.\d$/.test(id));
      maps.forEach((a, n) => maps.slice(n + 1).forEach((b) => assert.ok(
        a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y,
        `${name}: ${a.id} on ${b.id}`)));
    }
});

test("parts are read from the names of the model's modules", () => {
  assert.deepEqual(readId("encoder.1.self_attention.3"),
    { kind: "self", stack: "encoder", layer: 1, head: 3 });
  assert.deepEqual(readId("decoder.0.ffn"), { kind: "ffn", stack: "decoder", layer: 0,
    head: undefined });
  assert.deepEqual(readId("src_embedding"), { kind: "waves", side: "src" });
  assert.deepEqual(["encoder.1", "encoder.0.ffn", "tgt_embedding", "decoder.0.cross_attention.1",
    "memory",
    "cross", "src.embedding", "encoder.0.add"].map(canBeOff),
  [true, true, true, true, false, false, false, false]);
});

test("every part has a name, what it is in two sentences, its tensors and a lesson", () => {
  const f = film({ fill: (name) => (name.startsWith("maps") ? 1 / 3 : 0) });
  const sizes = { S, T, layers: L, heads: H }, at = { focus: 1 };
  for (const { id } of boxes(livingLayout({ width: 1000, ...sizes }), sizes)) {
    assert.ok(partName(id, f).length > 3, id);
    if (/^(source|target)/.test(id)) continue;
    const told = describe(id, f, about, at);
    assert.equal(told.what.length, 2, id);
    for (const sentence of told.what) assert.match(sentence, /^[A-Z].*\.$/s, id);
    assert.ok(/^[a-z_]+$/.test(told.lesson) && Array.isArray(told.tensors), id);
  }
  const head = describe("encoder.1.self_attention.0", f, about, at);
  assert.deepEqual(head.tensors.find(([what]) => what.startsWith("weights")),
    ["weights (batch, heads, rows, columns)", "(1, 2, 3, 3)"]);
  assert.match(head.now, /takes 0\.33 from/);
  const off = film({ said: { setting: { off: ["encoder.1.self_attention.0"] } } });
  assert.equal(describe("encoder.1.self_attention.0", off, about, at).now, "It is switched off.");
  const whole = film({ said: { setting: { off: ["encoder.1"] } } });
  assert.equal(describe("encoder.1.ffn", whole, about, at).now, "It is switched off.");
});

test("letters that are only bytes are named once, their other bytes not at all", () => {
  const source = ["Ein", " 東", "", "", " x", " 東", "", ""];
  assert.deepEqual(unmet({ source, strange: [1, 2, 3, 5, 6, 7] }), ["東"]);
  assert.deepEqual(unmet({ source, strange: [] }), []);
});

test("a picture that begins is fetched back from a little off, not from far", () => {
  const screen = { top: 90, bottom: 770 }, at = (top, high = 410) => ({ top, bottom: top + high });
  assert.equal(slipped(at(225), screen), false);
  assert.equal(slipped(at(60), screen), false); // less than a tenth is hidden
  for (const top of [-320, -100, 500, 1300]) assert.equal(slipped(at(top), screen), true);
  for (const top of [-1100, 1500]) assert.equal(slipped(at(top), screen), false);
  assert.equal(slipped(at(0, 900), screen), false); // higher than the screen, and fills it
  assert.equal(slipped(at(-700, 900), screen), true);
});

test("beginnings in hand are shown by the words in which they differ", () => {
  assert.deepEqual(apart(["A dog runs through the deep snow.", "A dog runs through the snow."]),
    ["… deep snow.", "… snow."]);
  assert.deepEqual(apart(["A dog ran", "A dog runs"]), ["… ran", "… runs"]);
  assert.deepEqual(apart(["A dog", "The dog"]), ["A dog", "The dog"]);
  assert.deepEqual(apart(["A dog", "A dog."]), ["A dog", "A dog."]);
  // Both ends alike, and more than one place of difference.
  assert.deepEqual(apart(["A small dog runs in deep snow", "A small dog is running in deep snow",
    "A little dog runs in deep snow"]),
    ["A small … runs … snow", "A small … is running … snow", "A little … runs … snow"]);
  assert.deepEqual([apart([]), apart(["A dog"]), apart(["", "A"])], [[], ["A dog"], ["", "A"]]);
});

test("one question at a time, the newest waits, and a late answer is kept, not shown", () => {
  const sent = [], shown = [];
  const questions = new Questions({ send: ({ n }) => sent.push(n), show: ({ n }) => shown.push(n) });
  const ask = (n) => questions.ask({ n }), heard = (n) => questions.heard({ asked: { n }, n });
  heard(0); // of another look at the same cell: nobody waits here
  assert.deepEqual([sent, shown], [[], [0]]);
  ask(1), ask(2), ask(3);
  assert.deepEqual([sent, shown], [[1], [0]]);
  heard(1); // nobody wants it any more, and of the other two only the newest is asked
  assert.deepEqual([sent, shown], [[1, 3], [0]]);
  heard(3);
  assert.deepEqual([sent, shown], [[1, 3], [0, 3]]);
  ask(1); // known
  assert.deepEqual([sent, shown], [[1, 3], [0, 3, 1]]);
  ask(4), ask(3), heard(4); // back to what is known while the kernel still works
  assert.deepEqual([sent, shown], [[1, 3, 4], [0, 3, 1, 3]]);
  ask(5), ask(6), ask(5), heard(5); // asked again before its answer came
  assert.deepEqual([sent, shown], [[1, 3, 4, 5], [0, 3, 1, 3, 5]]);
});
