import type { SharedRun } from "@stoa/contract/shared-runs";
import { Link } from "@tanstack/react-router";
import { Answer } from "../../components/answer.tsx";
import type { ReloadArtifacts } from "../../components/artifacts/artifact-link.ts";
import { LazyArtifactList } from "../../components/artifacts/lazy-artifact-list.tsx";
import { getButtonClass } from "../../components/button.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { FileIcon } from "../../components/files/file-icon.tsx";
import { NotFound } from "../../components/not-found.tsx";
import { PageHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { formatTimestamp } from "../../lib/format-time.ts";
import { getServerDetail, hasStatus } from "../../lib/http-error.ts";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { useReloadSharedRun, useSharedRun } from "../../queries/shared-runs.ts";
import { type InputItem, listInputItems } from "./shared-input.ts";

const PRIVATE_AGENT = "An agent that is not public";

/** Shows a run that somebody shared by link. */
export function SharedRunPage({ token }: { readonly token: string }) {
  const shared = useSharedRun(token);
  const reload = useReloadSharedRun(token);
  useDocumentTitle(shared.data?.agent ? `A run of ${shared.data.agent.name}` : "Shared run");
  if (hasStatus(shared.error, 404))
    return (
      <NotFound
        title="Shared run not found"
        hint="The link is incomplete, the person who shared this run has stopped sharing it, or its content was deleted."
      />
    );
  return (
    <div className="page max-w-4xl pt-8 pb-16">
      {shared.isError ? (
        <ErrorState
          title="Could not load this run."
          detail={getServerDetail(shared.error)}
          onRetry={() => shared.refetch()}
        />
      ) : shared.data === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <SharedRunContent run={shared.data} onReload={reload} />
      )}
    </div>
  );
}

interface SharedRunContentProps {
  readonly run: SharedRun;
  /** Loads the artifacts again, with new links. */
  readonly onReload: ReloadArtifacts;
}

/** Shows the agent, the input, the output and the returned files of a shared run. */
function SharedRunContent({ run, onReload }: SharedRunContentProps) {
  const { agent, agent_output: output, artifacts } = run;
  const items = listInputItems(run.input_data);
  return (
    <article>
      <PageHeading
        title={agent?.name ?? PRIVATE_AGENT}
        subtitle={`A run of ${formatTimestamp(run.created_at)}${run.status === "completed" ? "" : ", stopped before its end"}`}
        actions={
          agent && (
            <Link to="/agent/$id" params={{ id: String(agent.id) }} className={getButtonClass("outline")}>
              Open this agent
            </Link>
          )
        }
      />
      <p className="mt-3 text-14 text-ink-2">
        A user of Stoa shared this run. An AI agent wrote the output, and nobody has checked it.
      </p>
      <section className="mt-8">
        <h2 className="label mb-3">Input</h2>
        <dl className="grid grid-cols-1 divide-y divide-line rounded-6 border border-line bg-surface">
          {items.map((item) => (
            <InputRow key={item.name} item={item} />
          ))}
          {items.length === 0 && <p className="px-5 py-4 text-14 text-ink-2">No input</p>}
        </dl>
      </section>
      <section className="mt-8">
        <h2 className="label mb-3">Output</h2>
        <div className="grid min-w-0 grid-cols-1 gap-4 rounded-6 border border-line bg-surface p-5">
          <Answer output={output} artifacts={artifacts} />
          <LazyArtifactList artifacts={artifacts} output={output} reload={onReload} />
        </div>
      </section>
    </article>
  );
}

function InputRow({ item: { name, value, kind } }: { readonly item: InputItem }) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-1 px-5 py-4 md:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="mono wrap-anywhere text-12 text-ink-3 leading-6">{name}</dt>
      {kind === "file" ? (
        <dd className="grid min-w-0 gap-2">
          {value.split("\n").map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names may repeat
            <span key={index} className="flex items-center gap-2">
              <FileIcon name={file} type="" />
              <span className="wrap-anywhere">{file}</span>
            </span>
          ))}
        </dd>
      ) : (
        <dd
          className={`wrap-anywhere whitespace-pre-wrap ${kind === "json" ? "mono text-12 leading-6" : ""}`}
        >
          {value}
        </dd>
      )}
    </div>
  );
}
