import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether the page hears what is typed: not while it stands as the build has rendered it. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
