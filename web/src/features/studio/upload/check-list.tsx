import { Check, Minus, TriangleAlert, X } from "lucide-react";
import { Spinner } from "../../../components/spinner.tsx";
import type { ShownCheck } from "./shown-checks.ts";

const MARK = {
  passed: { icon: Check, tone: "text-ok", label: "passed" },
  warning: { icon: TriangleAlert, tone: "text-warn", label: "warning" },
  failed: { icon: X, tone: "text-danger", label: "failed" },
  skipped: { icon: Minus, tone: "text-ink-3", label: "skipped" },
} as const;

/** Lists the checks of an upload, each with its result. */
export function CheckList({ checks }: { readonly checks: readonly ShownCheck[] }) {
  if (checks.length === 0) return null;
  return (
    <ul aria-label="Upload checks" className="divide-y divide-line border border-line bg-surface text-14">
      {checks.map((check) => (
        <li key={check.name} className="flex animate-appear items-start gap-3 px-4 py-2.5">
          <Mark status={check.status} />
          <span className="min-w-0">
            <span className="font-medium">{check.label}</span>{" "}
            <span className="sr-only">
              {check.status === "running" ? "running" : MARK[check.status].label}
            </span>
            <span className="block wrap-anywhere text-ink-2">
              <Detail text={check.detail} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const PIECES = /`([^`]+)`|[^`]+/g;

/** Shows the text of a check. Text in backticks, such as a line to add, is shown as code. */
function Detail({ text }: { readonly text: string }) {
  return Array.from(text.matchAll(PIECES), ({ 0: piece, 1: code, index: at }) =>
    code === undefined ? (
      piece
    ) : (
      <code key={at} className="mono text-12 text-ink">
        {code}
      </code>
    ),
  );
}

function Mark({ status }: Pick<ShownCheck, "status">) {
  if (status === "running")
    return (
      <span className="mt-0.5 shrink-0 text-signal-text">
        <Spinner />
      </span>
    );
  const { icon: Icon, tone } = MARK[status];
  return <Icon aria-hidden="true" size={16} className={`mt-0.5 shrink-0 ${tone}`} />;
}
