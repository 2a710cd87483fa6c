import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Whether this machine's keyboard has a Command key. */
export function useIsMac(): boolean {
  return useSyncExternalStore(
    never,
    () => /Mac|iPhone|iPad/.test(navigator.userAgent),
    () => false,
  );
}
