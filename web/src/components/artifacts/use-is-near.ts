import { type RefObject, useEffect, useRef, useState } from "react";

/** The distance from the visible part of the page within which content loads, so that it is there when it is seen. */
const MARGIN = "600px";

/** Returns whether an element is or was near the visible part of the page. */
export function useIsNear(): { readonly ref: RefObject<HTMLDivElement | null>; readonly isNear: boolean } {
  const ref = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setIsNear(true);
        observer.disconnect();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isNear };
}
