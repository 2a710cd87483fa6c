import { useMemo } from "react";
import "./math.css";
import type { Formula } from "./math-marks.ts";
import { renderMath } from "./render-math.ts";

/** Shows a formula. One that cannot be shown appears as the agent wrote it. */
export default function MathFormula({ tex, isBlock, source }: Formula) {
  const math = useMemo(() => renderMath(tex, isBlock), [tex, isBlock]);
  if (math === null) return <span className="whitespace-pre-wrap">{source}</span>;
  if (!isBlock) return <span className="formula">{math}</span>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <span tabIndex={0} className="formula is-block">
      {math}
    </span>
  );
}
