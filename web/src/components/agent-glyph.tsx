import { createGlyphDots } from "@stoa/contract/agent-glyph";
import { useMemo } from "react";
import { cx } from "../lib/class-names.ts";
import { getFrameworkColor } from "./framework.tsx";

interface AgentGlyphProps {
  readonly agentId: string | number;
  readonly framework: string;
  /** The edge length in pixels. */
  readonly size?: number;
}

/**
 * Shows the dot-matrix glyph of an agent in its framework's color. It is decorative, because the name is next to it.
 */
export function AgentGlyph({ agentId, framework, size = 40 }: AgentGlyphProps) {
  const dots = useMemo(() => createGlyphDots(agentId, framework), [agentId, framework]);
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 7 7"
      className={cx("shrink-0 fill-current", getFrameworkColor(framework))}
    >
      {dots.map((dot) => (
        <circle key={`${dot.x}.${dot.y}`} cx={dot.x + 0.5} cy={dot.y + 0.5} r={dot.r} />
      ))}
    </svg>
  );
}
