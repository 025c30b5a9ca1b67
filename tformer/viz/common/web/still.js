// A figure lives where its still stands. The notebook stores a picture with words and no widget
// view, which would be an error text once the kernel has ended. While the kernel lives, the figure
// is put beside the picture, which is hidden; when it goes, the picture is seen again.

// One output of a cell in JupyterLab, Notebook and voila: it is kept when its picture is renewed.
const OUTPUT = ".jp-OutputArea-output";
const CELL = ".jp-Cell, .jp-OutputArea, .cell";

/** `initialize` of a widget whose `render` shall stand wherever a still with its id stands. */
export function adopt(render) {
  return ({ model }) => {
    const selector = `[data-tformer-still="${model.get("still")}"]`, places = new Map();

    const stand = (still) => {
      // Evidence that is folded away stands inside its fold, with other things.
      const folded = still.closest("[data-tformer-evidence]");
      const output = folded ? still : still.closest(OUTPUT) ?? still;
      if (places.has(output)) return; // the picture was renewed, the figure stands already
      output.style.display = "none";
      const place = folded && again(folded, output) || build(output);
      place.held?.focus({ preventScroll: true });
      places.set(output, place);
    };
    const build = (output) => {
      const el = document.createElement("div"), place = { el, held: null };
      el.className = "jp-OutputArea-output tf-place";
      // Where the keyboard is in the figure, also while its place is written anew.
      el.addEventListener("focusin", ({ target }) => (place.held = target));
      el.addEventListener("focusout", () => queueMicrotask(() => {
        if (el.isConnected && !el.contains(document.activeElement)) place.held = null;
      }));
      output.after(el); // before it is rendered: it looks at the page around it
      place.end = render({ model, el });
      return place;
    };
    /** A fold was written anew, with a newer picture: the figure that stood in it moves over. */
    const again = (fold, next) => {
      for (const [output, place] of places) if (isGone(output)) {
        fold.open ||= output.closest("[data-tformer-evidence]")?.open ?? false;
        places.delete(output);
        next.after(place.el);
        return place;
      }
    };
    const leave = (output, { el, end }) => {
      end?.();
      el.remove();
      output.style.display = "";
      places.delete(output);
    };
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) {
        if (node.nodeType !== Node.ELEMENT_NODE) continue;
        if (node.matches(selector)) stand(node);
        else node.querySelectorAll(selector).forEach(stand);
      }
      for (const place of places) if (isGone(place[0])) leave(...place);
      tell(model, places.size);
    });
    document.querySelectorAll(selector).forEach(stand);
    watch.observe(document.body, { childList: true, subtree: true });
    tell(model, places.size);
    return () => {
      watch.disconnect();
      for (const place of places) leave(...place);
    };
  };
}

/** Thrown away, not put aside: a notebook takes whole cells out of the page and back again. */
const isGone = (output) => !output.isConnected && !output.closest(CELL);

/** The kernel works ahead only for figures that somebody can see. */
function tell(model, places) {
  if (model.get("places") === places) return;
  model.set("places", places);
  model.save_changes();
}
