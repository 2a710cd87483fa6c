function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** A dialog that is fading out counts as closed. */
const OPEN_WINDOW = ":is([role=dialog], [role=alertdialog]):not([data-closed])";

/** Returns whether a dialog is open: the keyboard cannot reach what is below it. */
export function isWindowOpen(): boolean {
  return document.querySelector(OPEN_WINDOW) !== null;
}

/** Returns whether a key opens the search: a slash outside of fields and dialogs. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  return (
    event.key === "/" && isPlain && !event.defaultPrevented && !isTyping(event.target) && !isWindowOpen()
  );
}

/**
 * Returns whether a key opens the palette: Cmd-K or Ctrl-K. Both work on every system, because users connect
 * keyboards of other systems.
 */
export function isPaletteKey(event: KeyboardEvent): boolean {
  return (
    (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k"
  );
}
