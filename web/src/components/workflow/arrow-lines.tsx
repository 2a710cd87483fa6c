import { useId } from "react";
import { cx } from "../../lib/class-names.ts";
import { formatCount } from "../../lib/format.ts";
import type { DrawnArrow } from "./drawing-arrows.ts";
import { hasEnded, type LatestRuns } from "./node-progress.ts";

interface ArrowLinesProps {
  readonly arrows: readonly DrawnArrow[];
  readonly latest: LatestRuns;
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the arrows between nodes. An arrow that items have passed is dark; if a node has several outputs, each arrow
 * shows its item count.
 */
export function ArrowLines({ arrows, latest, width, height }: ArrowLinesProps) {
  const id = useId();
  return (
    <svg aria-hidden="true" width={width} height={height} className="pointer-events-none absolute inset-0">
      <defs>
        {(["idle", "gone"] as const).map((kind) => (
          <marker
            key={kind}
            id={`${id}-${kind}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto-start-reverse"
          >
            <path d="M0 0 L8 4 L0 8 Z" className={kind === "gone" ? "fill-ink" : "fill-control"} />
          </marker>
        ))}
      </defs>
      {arrows.map((arrow) => (
        <Arrow key={arrow.key} arrow={arrow} count={getItemCount(arrow, latest)} markers={id} />
      ))}
    </svg>
  );
}

/**
 * Returns the number of items that last passed along an arrow, or 1 for the arrow of a sub-node. Returns undefined
 * until the node at the arrow's start has ended.
 */
function getItemCount({ from, output, serves }: DrawnArrow, latest: LatestRuns): number | undefined {
  const run = latest.get(from);
  if (!run || !hasEnded(run)) return undefined;
  return serves ? 1 : (run.items_out[output] ?? 0);
}

function Arrow({
  arrow,
  count,
  markers,
}: {
  readonly arrow: DrawnArrow;
  readonly count: number | undefined;
  readonly markers: string;
}) {
  const gone = count !== undefined && count > 0;
  const { x, y } = arrow.start;
  return (
    <>
      <path
        d={arrow.path}
        fill="none"
        strokeWidth={gone ? 1.5 : 1}
        {...(arrow.serves && { strokeDasharray: "4 3" })}
        {...(!arrow.serves && { markerEnd: `url(#${markers}-${gone ? "gone" : "idle"})` })}
        className={cx(gone ? "stroke-ink" : "stroke-control")}
      />
      {arrow.isOneOfSeveral && count !== undefined && (
        <text x={x + 8} y={y - 4} className="mono fill-ink-2 text-11">
          {formatCount(count)}
        </text>
      )}
    </>
  );
}
