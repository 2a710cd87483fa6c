import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from "react";

/** Watches an element until the returned function is called. Tells each time whether it is near what the reader sees. */
export type WatchNearness = (element: Element, onChange: (isNear: boolean) => void) => () => void;

/** How far from the view a turn is formatted: two heights of the log, so that its text is ready when it comes into view. */
const NEAR = "200% 0px";

/** Returns a function that watches elements in a box that scrolls, with one observer for all of them. */
export function useNearnessWatcher(scroller: RefObject<HTMLElement | null>): WatchNearness {
  const callbacks = useRef(new WeakMap<Element, (isNear: boolean) => void>());
  const observer = useRef<IntersectionObserver>(undefined);
  return useCallback<WatchNearness>(
    (element, onChange) => {
      observer.current ??= new IntersectionObserver(
        (entries) => {
          for (const { target, isIntersecting } of entries) callbacks.current.get(target)?.(isIntersecting);
        },
        { root: scroller.current, rootMargin: NEAR },
      );
      callbacks.current.set(element, onChange);
      observer.current.observe(element);
      return () => observer.current?.unobserve(element);
    },
    [scroller],
  );
}

/** Returns whether the user has the focus or a selection in an element, which a new content would end. */
function isInUse(element: Element): boolean {
  const selection = getSelection();
  return (
    element.contains(document.activeElement) ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(element, true))
  );
}

/**
 * Returns whether a turn is near the view, and the ref of its element. A turn that is not watched is always near.
 * Formatting turns does not interrupt scrolling.
 */
export function useIsNear(watch: WatchNearness | undefined) {
  const element = useRef<HTMLLIElement>(null);
  const [isNear, setNear] = useState(watch === undefined);
  useEffect(() => {
    const target = element.current;
    if (watch === undefined || target === null) return;
    return watch(target, (near) => {
      if (near || !isInUse(target)) startTransition(() => setNear(near));
    });
  }, [watch]);
  return { element, isNear };
}
