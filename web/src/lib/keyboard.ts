function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** A window that fades away is closed already. */
const OPEN_WINDOW = ":is([role=dialog], [role=alertdialog]):not([data-closed])";

/** Whether a window stands over the page: what lies below it is out of reach of the keyboard, too. */
export function isWindowOpen(): boolean {
  return document.querySelector(OPEN_WINDOW) !== null;
}

/** Whether a key asks for the search: a slash that nobody is typing and no window keeps. */
export function isSearchKey(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  return (
    event.key === "/" && isPlain && !event.defaultPrevented && !isTyping(event.target) && !isWindowOpen()
  );
}

/** Cmd-K on a Mac, Ctrl-K elsewhere: both are taken everywhere, as keyboards are carried around. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  return (
    (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k"
  );
}
