import { useSyncExternalStore } from "react";

const subscribeToNothing = () => () => {};

/** Returns the URL of this server; prerendered pages use the URL of a local server. */
export function useOrigin(): string {
  return useSyncExternalStore(
    subscribeToNothing,
    () => location.origin,
    () => "http://localhost:8080",
  );
}
