// What helps a model that translates from outside, as tformer/translator/translator.py does it.
import { read } from "./copied.mjs";
import { folded } from "./folding.mjs";
import { PlainTranslator } from "./plain.mjs";
import { splitSentences } from "./sentences.mjs";

export class Translator extends PlainTranslator {
  /** How the model has to read a sentence so that its numbers and names come through. */
  read(sentence, setting) {
    const { context_length: most } = this.model.config;
    return read(folded(sentence), (text) => this.sourceIds(text).length > most ? null :
      this.answer(text, setting), this.tokenizer);
  }

  /** The translation of a text, sentence by sentence; an empty one stays empty. */
  translate(text, setting) {
    return splitSentences(text.trim()).map(([sentence, blank]) => {
      const reading = this.read(sentence, setting);
      return reading.finished(super.translate(reading.read, setting)) + blank;
    }).join("");
  }
}
