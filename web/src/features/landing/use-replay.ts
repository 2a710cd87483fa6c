import { useEffect, useState } from "react";

/** One token a step; 40 ms reads as a stream and is over in a few seconds. */
const STEP_MS = 40;
/** What is asked is read first; and a step in the midst of taking a page over would have its parts begun anew. */
const READ_MS = 1_200;

/** Plays up to `total` steps, once, and again when asked; all at once where motion is unwelcome. */
export function useReplay(total: number) {
  const [came, setCame] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [read, setRead] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRead(true), READ_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) setCame(total);
  }, [total]);
  const ended = came >= total;
  useEffect(() => {
    if (!read || !playing || ended) return;
    const timer = setInterval(() => setCame((now) => Math.min(total, now + 1)), STEP_MS);
    return () => clearInterval(timer);
  }, [read, playing, ended, total]);
  return {
    came,
    state: ended ? ("ended" as const) : playing ? ("playing" as const) : ("paused" as const),
    /** Pauses, goes on, or begins anew. */
    press: () => {
      if (ended) setCame(0);
      setPlaying(ended || !playing);
    },
  };
}
