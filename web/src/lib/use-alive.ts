import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns whether the page handles input: false until a prerendered page is hydrated. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
