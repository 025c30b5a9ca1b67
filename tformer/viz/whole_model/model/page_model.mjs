// The page's end of the translator: brings the weights when they are needed, asks the worker.

/** A script of this site is fetched by a tag of its own: from a disk, pages may not fetch files. */
const addScript = (url) => new Promise((done, fail) => {
  const tag = Object.assign(document.createElement("script"), { src: url });
  tag.onload = () => (tag.remove(), done());
  tag.onerror = () => fail(new Error(`The model did not come: ${url} cannot be read.`));
  document.head.append(tag);
});

/** All pages of a site share the files `model/NAME-NN.js`; each calls `tformerPart` with a part
 *  of the checkpoint in base64. */
export class PageModel {
  /** `work`: the worker's function; `models`: name, languages and number of parts of each. */
  constructor(work, models, base) {
    Object.assign(this, { work, models, base, coming: new Map(), waiting: [] });
  }

  /** Promises that this model is ready; `onShare(x)` hears how much of it has come, 0 to 1. */
  load(name, onShare = () => {}) {
    if (!this.coming.has(name)) {
      const coming = this.fetch(name, onShare);
      coming.catch(() => this.coming.delete(name)); // the next question tries again
      this.coming.set(name, coming);
    }
    return this.coming.get(name);
  }

  async fetch(name, onShare) {
    const { parts } = this.models.find((model) => model.name === name), texts = [];
    const heard = globalThis.tformerPart ??= Object.assign(
      (of, n, text) => (heard.texts[`${of} ${n}`] = text), { texts: {} });
    let come = 0;
    onShare(0);
    const one = async (n) => {
      await addScript(new URL(`model/${name}-${String(n).padStart(2, "0")}.js`, this.base));
      texts[n] = heard.texts[`${name} ${n}`];
      delete heard.texts[`${name} ${n}`];
      onShare(++come / parts);
    };
    await Promise.all(Array.from({ length: parts }, (_, n) => one(n)));
    const pieces = texts.map((text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)));
    const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    pieces.reduce((at, piece) => (bytes.set(piece, at), at + piece.length), 0);
    const { ready } = await this.tell({ name, bytes }, [bytes.buffer]);
    return ready;
  }

  /** Promises that those are ready which may read a text: of the language `reads`, or all. */
  async ready(reads, onShare = () => {}) {
    const models = this.models.filter(({ languages }) => !reads || languages[0] === reads);
    const shares = models.map(({ name }) => Number(this.coming.has(name)));
    await Promise.all(models.map(({ name }, n) => this.load(name, (share) => {
      shares[n] = share;
      onShare(shares.reduce((sum, x) => sum + x) / shares.length);
    })));
    return models;
  }

  /** The film of what is asked; where `asked.reads` does not say its language, the text does.
   *  `onText` hears it grow. */
  async answer(asked, { onShare, onText } = {}) {
    const models = await this.ready(asked.reads, onShare);
    return (await this.tell({ asked, models }, [], onText)).shown;
  }

  /** What the translator of the other direction, if there is one, says of an answer. */
  async back({ sentence, text, languages }) {
    const [name, twin] = languages.map((language) =>
      this.models.find((model) => model.languages[0] === language)?.name);
    if (!twin) return "";
    await this.load(twin);
    return (await this.tell({ name, twin, sentence, answer: text })).back;
  }

  /** One message to the worker and its answer, after those that were sent before. */
  tell(message, moved, onText = () => {}) {
    if (!this.worker) {
      const source = new Blob([`(${this.work})();`], { type: "text/javascript" });
      this.worker = new Worker(URL.createObjectURL(source));
      this.worker.onmessage = ({ data }) => {
        if ("text" in data) return this.waiting[0].onText(data.text);
        const { done, fail } = this.waiting.shift();
        if (data.error) fail(new Error(data.error)); else done(data);
      };
    }
    return new Promise((done, fail) => {
      this.waiting.push({ done, fail, onText });
      this.worker.postMessage(message, moved);
    });
  }
}
