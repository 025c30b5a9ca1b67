// The translator at work beside the page: it computes here, so that the page stays alive.
import { shownFilm } from "./record.mjs";
import { Translator } from "./translator.mjs";

const loaded = new Map();

/** Hears `{ name, bytes }`, a checkpoint, or `{ name, asked, languages }`, a question; says
 *  `{ ready }`, `{ text }` while an answer grows, and `{ shown }`, or `{ error }`. */
self.onmessage = ({ data: { name, bytes, asked, languages } }) => {
  try {
    if (bytes) {
      const translator = new Translator(bytes);
      translator.translate("a"); // the browser learns to run it fast
      loaded.set(name, translator);
      return self.postMessage({ ready: name });
    }
    const onText = (text) => self.postMessage({ text });
    self.postMessage({ shown: shownFilm(loaded.get(name), asked, { languages, onText }) });
  } catch (error) {
    self.postMessage({ error: error.message });
  }
};
