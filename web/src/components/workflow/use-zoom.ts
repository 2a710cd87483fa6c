import { type RefObject, useLayoutEffect, useState } from "react";

/** Names can still be read at the least, and nothing grows coarse at the most. */
const ZOOM = { least: 0.4, most: 1.5, step: 1.25, leastAtFirst: 0.85 } as const;

const between = (least: number, zoom: number) => Math.min(ZOOM.most, Math.max(least, zoom));

/** How large a picture is drawn; at first as wide as its place, as long as its words can be read. */
export function useZoom(frame: RefObject<HTMLElement | null>, width: number) {
  const [zoom, setZoom] = useState(1);
  const fitting = () => Math.min(1, (frame.current?.clientWidth ?? width) / width);
  useLayoutEffect(() => {
    setZoom(between(ZOOM.leastAtFirst, Math.min(1, (frame.current?.clientWidth ?? width) / width)));
  }, [frame, width]);
  return {
    zoom,
    zoomIn: () => setZoom((now) => between(ZOOM.least, now * ZOOM.step)),
    zoomOut: () => setZoom((now) => between(ZOOM.least, now / ZOOM.step)),
    fit: () => setZoom(between(ZOOM.least, fitting())),
  };
}
