import { Badge } from "../../components/badge.tsx";
import { ErrorState } from "../../components/error-state.tsx";
import { FrameworkMark } from "../../components/framework.tsx";
import { SectionHeading } from "../../components/page-heading.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { useHealth, useModels } from "../../queries/system.ts";
import { ModelTable } from "./model-table.tsx";
import { StatusHeadline } from "./status-headline.tsx";

/** The labels of the kinds of agents. The contract has them too, but it loads only with the first response. */
const RUNTIME_NAMES: Record<string, string> = {
  stoa: "Stoa",
  langchain: "LangChain",
  autogen: "AutoGen",
  n8n: "n8n",
};

/** Shows the server's current status, refreshed while the page is open. */
export function StatusPage() {
  const health = useHealth();
  const models = useModels();
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-12 py-12 md:py-16">
      <StatusHeadline health={health} />
      <section>
        <SectionHeading title="Runtimes" />
        <div className="hairgrid sm:grid-cols-2 xl:grid-cols-4">
          {health.data
            ? health.data.runtimes.map(({ name, available, reason }) => (
                <div key={name} className="grid content-start gap-2 p-5">
                  <span className="flex items-center justify-between gap-3">
                    <FrameworkMark framework={name} name={RUNTIME_NAMES[name] ?? name} />
                    <Badge tone={available ? "ok" : "danger"}>
                      {available ? "Available" : "Not available"}
                    </Badge>
                  </span>
                  {reason !== undefined && <p className="text-14 text-ink-2">{reason}</p>}
                </div>
              ))
            : Object.keys(RUNTIME_NAMES).map((name) => (
                <div key={name} className="p-5">
                  <Skeleton className="h-6 w-full" />
                </div>
              ))}
        </div>
      </section>
      <section>
        <SectionHeading title="Available models" />
        {models.isError && models.data === undefined ? (
          <ErrorState title="Could not load the models" onRetry={() => models.refetch()} />
        ) : (
          <ModelTable known={models.data} />
        )}
      </section>
    </div>
  );
}
