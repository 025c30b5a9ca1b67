// The translator at work beside the page: it computes here, so that the page stays alive.
import { shownFilm } from "./record.mjs";
import { Translator } from "./translator.mjs";
import { saidBack } from "./read_back.mjs";

const loaded = new Map();

/** Hears `{ name, bytes }`, a checkpoint, `{ asked, models }`, a question and those that may answer
 *  it, `{ name, twin, sentence, answer }`, what to read back; says `{ ready }`, `{ text }` while an
 *  answer grows, `{ shown }`, or `{ back }`, or `{ error }`. */
self.onmessage = ({ data: { name, bytes, asked, models, twin, sentence, answer } }) => {
  try {
    if (bytes) {
      const translator = new Translator(bytes);
      translator.translate("a"); // the browser learns to run it fast
      loaded.set(name, translator);
      return self.postMessage({ ready: name });
    }
    if (twin) {
      const reading = loaded.get(name).read(sentence);
      return self.postMessage({ back: saidBack(loaded.get(twin), reading, answer) });
    }
    const onText = (text) => self.postMessage({ text });
    const readers = models.map((model) => ({ ...model, translator: loaded.get(model.name) }));
    self.postMessage({ shown: shownFilm(readers, asked, onText) });
  } catch (error) {
    self.postMessage({ error: error.message });
  }
};
