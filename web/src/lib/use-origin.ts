import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Returns the URL of this server; prerendered pages use that of a local server. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => location.origin,
    () => "http://localhost:8080",
  );
}
