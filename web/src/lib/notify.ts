import { useSyncExternalStore } from "react";

let wanted = false;
let onWanted: () => void = () => undefined;

let resolveListening: () => void;
const listening = new Promise<void>((resolve) => {
  resolveListening = resolve;
});

/**
 * Loads the toast library. The first toast waits for the toaster, because toasts are lost until it listens.
 */
async function loadSonner() {
  wanted = true;
  onWanted();
  const [library] = await Promise.all([import("sonner"), listening]);
  return library.toast;
}

/** Shows toasts, the "alerts" of the specification. Their code loads when the first one appears. */
export const notify = {
  async success(text: string): Promise<void> {
    (await loadSonner()).success(text);
  },
  async error(text: string): Promise<void> {
    (await loadSonner()).error(text);
  },
  async info(text: string): Promise<void> {
    (await loadSonner())(text);
  },
};

function subscribe(onChange: () => void): () => void {
  onWanted = onChange;
  return () => {
    onWanted = () => undefined;
  };
}

/** Returns whether there has been a toast: only then does the toaster's code load. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
}

/** Releases waiting toasts; the toaster calls it once it listens. */
export function releaseToasts(): void {
  resolveListening();
}
