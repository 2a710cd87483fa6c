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

/** Shows toasts, which the specification calls "alerts". Their code loads when the first toast is shown. */
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

/** Returns whether a toast was requested. The toaster's code loads only then. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
}

/** Releases waiting toasts. The toaster calls this function once it listens. */
export function releaseToasts(): void {
  resolveListening();
}
