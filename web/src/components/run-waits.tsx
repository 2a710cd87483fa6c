import type { RunWait } from "@stoa/contract/run-waits";
import { ExternalLink } from "lucide-react";
import { useRunWaits } from "../queries/runs.ts";
import { CopyButton } from "./copy-button.tsx";

/** Shows what an active run waits for, with the URLs at which the caller or others can answer. */
export function RunWaits({
  runId,
  waiting,
}: {
  readonly runId: string;
  readonly waiting: ReadonlySet<string>;
}) {
  const { data = [] } = useRunWaits(runId, [...waiting].join());
  return <RunWaitList waits={data} />;
}

/** Lists the waits with their URLs. */
export function RunWaitList({ waits }: { readonly waits: readonly RunWait[] }) {
  if (waits.length === 0) return null;
  return (
    <ul aria-label="Waiting for an answer" className="mb-4 grid gap-3">
      {waits.map((wait) => (
        <li
          key={wait.url}
          className="grid gap-2 rounded-4 border border-warn border-l-2 bg-raised p-4 text-14"
        >
          <p>
            <strong className="font-medium">{wait.node}</strong> {describeWait(wait)}
          </p>
          {wait.kind === "page" ? (
            <a
              href={wait.url}
              target="_blank"
              rel="noreferrer"
              className="link inline-flex items-center gap-1.5"
            >
              Answer
              <ExternalLink aria-hidden="true" size={14} />
            </a>
          ) : (
            <span className="flex min-w-0 items-center gap-2">
              <code className="mono min-w-0 flex-1 truncate text-12">{wait.url}</code>
              <CopyButton text={wait.url} label="Copy URL" />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function describeWait({ kind, method }: RunWait): string {
  return kind === "page"
    ? "is waiting for your answer. The run continues once you reply."
    : `is waiting for a ${method} request to this URL.`;
}
