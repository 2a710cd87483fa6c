import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/** The distance in pixels from the end within which the view follows new text. */
const FOLLOW_WITHIN = 60;
/** The distance in pixels from the beginning at which older turns are loaded, about two screens ahead of the reader. */
const LOAD_WITHIN = 1500;

interface FollowEnd {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** Shows the end, and follows it from now on. */
  readonly goToEnd: () => void;
}

/**
 * Keeps the end of a growing list in view while the reader is there, and calls `onNearBeginning` while they are near the
 * beginning. The reader keeps their place when older turns are added above. The browser's scroll anchoring does that,
 * except at the very beginning and in browsers without it.
 */
export function useFollowEnd(onNearBeginning: () => void): FollowEnd {
  const scroller = useRef<HTMLElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const height = useRef(0);
  const first = useRef<HTMLElement | null>(null);
  const firstTop = useRef(0);

  const loadNearBeginning = useEffectEvent((box: HTMLElement) => {
    const isShort = box.scrollHeight <= box.clientHeight;
    if (isShort || (!follows.current && box.scrollTop < LOAD_WITHIN)) onNearBeginning();
  });

  useEffect(() => {
    const [box, inner] = [scroller.current, content.current];
    if (!box || !inner) return;
    const hasAnchoring = CSS.supports("overflow-anchor", "auto");
    const observer = new ResizeObserver(() => {
      // What is added above the turn that was first moves it down. Turns below it can grow at the same time.
      const added = first.current?.isConnected ? first.current.offsetTop - firstTop.current : 0;
      height.current = box.scrollHeight;
      first.current = inner.querySelector("li");
      firstTop.current = first.current?.offsetTop ?? 0;
      if (follows.current) box.scrollTop = box.scrollHeight;
      else if (added > 0 && (!hasAnchoring || box.scrollTop === 0)) box.scrollTop += added;
      loadNearBeginning(box);
    });
    observer.observe(inner);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  return {
    scroller,
    content,
    onScroll: () => {
      const box = scroller.current;
      if (!box) return;
      // What has grown since the end was shown does not count, or the End key would stop where the end was before.
      follows.current = height.current - box.scrollTop - box.clientHeight < FOLLOW_WITHIN;
      if (!follows.current && box.scrollTop < LOAD_WITHIN) onNearBeginning();
    },
    goToEnd: () => {
      follows.current = true;
      const box = scroller.current;
      if (box) box.scrollTop = box.scrollHeight;
    },
  };
}
