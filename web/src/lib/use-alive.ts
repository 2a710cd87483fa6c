import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** Returns whether the page handles input: false until a prerendered page is hydrated. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
