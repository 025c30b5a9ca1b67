// For tests/test_page_model.py: answers questions about a checkpoint, JSON in and JSON out.
import { readFileSync } from "node:fs";

import { bent, sampler } from "../../tformer/viz/whole_model/model/decoding.mjs";
import { saidDoubt, unsureWords } from "../../tformer/viz/whole_model/model/doubt.mjs";
import { folded } from "../../tformer/viz/whole_model/model/folding.mjs";
import { splitSentences } from "../../tformer/viz/whole_model/model/sentences.mjs";
import { Translator } from "../../tformer/viz/whole_model/model/translator.mjs";
import { forTwin, readBack, saidBack } from "../../tformer/viz/whole_model/model/read_back.mjs";

const { path, twin, asked } = JSON.parse(readFileSync(0, "utf8"));
const read = (path) => new Translator(new Uint8Array(readFileSync(path)));
const translator = read(path), other = twin && read(twin);
const own = { translator, languages: ["German", "English"] };
const twinned = { translator: other, languages: ["English", "German"] };
const films = asked.some(({ what }) => what === "film" || what === "maps") &&
  await import("../../tformer/viz/whole_model/model/record.mjs");

const ANSWER = {
  split: ({ text }) => splitSentences(text),
  translate: ({ sentence, setting }) => translator.translate(sentence, setting),
  ids: ({ text }) => translator.tokenizer.encode(folded(text)),
  text: ({ ids }) => translator.tokenizer.decode(ids),
  logits: ({ source, target, off }) =>
    [...translator.logits(source, target, { off: translator.partsOff(off) })],
  bent: ({ logits, how }) => [...bent(Float32Array.from(logits), how)],
  draws: ({ logits, how, times }) => {
    const draw = sampler(how);
    return Array.from({ length: times }, () => draw(logits));
  },
  doubt: ({ words, sentence }) => [unsureWords(words, sentence), saidDoubt(words, sentence)],
  back: ({ sentence, answer }) => [readBack(other, sentence, answer),
    saidBack(other, translator.read(sentence), answer)],
  twins: ({ text }) => forTwin(translator, other, text),
  maps: async ({ asked }) => {
    const { crossMaps } = await import("../../tformer/viz/maps/web/typed.mjs");
    const { weights, ...maps } = crossMaps(films.shownFilm([own], asked).film);
    return { ...maps, weights: Buffer.from(weights).toString("base64") };
  },
  film: ({ asked, both }) => {
    const shown = films.shownFilm(both ? [own, twinned] : [own], asked);
    const { film } = shown;
    return film ? { ...shown, film: { ...film, data: Buffer.from(film.data).toString("base64") } }
      : shown;
  },
};
const refused = async (ask) => {
  try {
    return await ANSWER[ask.what](ask);
  } catch (error) {
    return { error: error.message };
  }
};
const answers = [];
for (const ask of asked) answers.push(await refused(ask));
process.stdout.write(JSON.stringify(answers));
