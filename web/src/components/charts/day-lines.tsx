import { AreaClosed, LinePath } from "@visx/shape";
import type { DayShapesProps } from "./day-bars.tsx";
import { splitAtGaps } from "./day-points.ts";

/** Draws one line per series, and a tinted area below the first line. A day between two gaps is drawn as a dot. */
export function DayLines({ points, tones, scales }: DayShapesProps) {
  const getX = ({ day }: { readonly day: number }) => scales.getMiddle(day);
  const getY = ({ value }: { readonly value: number }) => scales.y(value);
  return (
    <>
      {tones.map((tone, series) => (
        <g key={tone} className={tone}>
          {splitAtGaps(points, series).map((part) => {
            const [first] = part;
            if (!first) return null;
            if (part.length === 1)
              return <circle key={first.day} cx={getX(first)} cy={getY(first)} r={2.5} fill="currentColor" />;
            return (
              <g key={first.day}>
                {series === 0 && (
                  <AreaClosed
                    data={[...part]}
                    x={getX}
                    y={getY}
                    y0={scales.y(0)}
                    yScale={scales.y}
                    fill="currentColor"
                    fillOpacity={0.12}
                  />
                )}
                <LinePath
                  data={[...part]}
                  x={getX}
                  y={getY}
                  stroke="currentColor"
                  strokeWidth={1.75}
                  strokeDasharray={series === 0 ? "" : "4 3"}
                />
              </g>
            );
          })}
        </g>
      ))}
    </>
  );
}
