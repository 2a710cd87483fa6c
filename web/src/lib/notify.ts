import { useSyncExternalStore } from "react";

let wanted = false;
let onWanted: () => void = () => undefined;

let resolveListening: () => void;
const listening = new Promise<void>((resolve) => {
  resolveListening = resolve;
});

/** Toasts before anybody listens are not kept: the first one waits for the toaster. */
async function sonner() {
  wanted = true;
  onWanted();
  const [library] = await Promise.all([import("sonner"), listening]);
  return library.toast;
}

/** Shows toasts, which are loaded when the first one appears. They are the "alerts" of the specification. */
export const notify = {
  async success(text: string): Promise<void> {
    (await sonner()).success(text);
  },
  async error(text: string): Promise<void> {
    (await sonner()).error(text);
  },
  async info(text: string): Promise<void> {
    (await sonner())(text);
  },
};

function subscribe(changed: () => void): () => void {
  onWanted = changed;
  return () => {
    onWanted = () => undefined;
  };
}

/** Whether there has been a toast: only then is the toaster's code loaded. */
export function useToasterWanted(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => wanted,
    () => false,
  );
}

/** Said by the toaster once it listens. */
export function toasterListens(): void {
  resolveListening();
}
