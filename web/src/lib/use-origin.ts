import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The address of this server; pages that are rendered at the build name the one of a server on one's own machine. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => location.origin,
    () => "http://localhost:8080",
  );
}
