import type { RunWait } from "@stoa/contract/run-waits";
import { ExternalLink } from "lucide-react";
import { useRunWaits } from "../queries/runs.ts";
import { CopyButton } from "./copy-button.tsx";

/** What a run that goes on waits for, and where its caller answers it or passes it on. */
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

/** Questions with their addresses. */
export function RunWaitList({ waits }: { readonly waits: readonly RunWait[] }) {
  if (waits.length === 0) return null;
  return (
    <ul aria-label="Waits for an answer" className="mb-4 grid gap-3">
      {waits.map((wait) => (
        <li
          key={wait.url}
          className="grid gap-2 rounded-4 border border-warn border-l-2 bg-raised p-4 text-14"
        >
          <p>
            <strong className="font-medium">{wait.node}</strong> {askedWords(wait)}
          </p>
          {wait.kind === "page" ? (
            <a
              href={wait.url}
              target="_blank"
              rel="noreferrer"
              className="link inline-flex items-center gap-1.5"
            >
              Answer it
              <ExternalLink aria-hidden="true" size={14} />
            </a>
          ) : (
            <span className="flex min-w-0 items-center gap-2">
              <code className="mono min-w-0 flex-1 truncate text-12">{wait.url}</code>
              <CopyButton text={wait.url} label="Copy the address" />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function askedWords({ kind, method }: RunWait): string {
  return kind === "page"
    ? "waits for an answer. The run goes on when it is given."
    : `waits for a call by ${method} at this address.`;
}
