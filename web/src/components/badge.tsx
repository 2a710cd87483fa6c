import type { ReactNode } from "react";
import { cx } from "../lib/class-names.ts";

export type BadgeTone = "neutral" | "ok" | "warn" | "danger" | "info" | "running";

const TONE: Record<BadgeTone, string> = {
  neutral: "bg-sunken text-ink-2",
  ok: "bg-[color-mix(in_oklab,var(--ok)_14%,var(--surface))] text-ok",
  warn: "bg-[color-mix(in_oklab,var(--warn)_14%,var(--surface))] text-warn",
  danger: "bg-[color-mix(in_oklab,var(--danger)_12%,var(--surface))] text-danger",
  info: "bg-[color-mix(in_oklab,var(--info)_12%,var(--surface))] text-info",
  running: "bg-signal text-on-signal",
};

/** Shows a short status text. The color never says more than the text. */
export function Badge({
  tone = "neutral",
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1.5 rounded-2 px-1.5 py-0.5 text-12 font-medium",
        TONE[tone],
      )}
    >
      {children}
    </span>
  );
}
