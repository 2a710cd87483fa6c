import { RotateCw } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { cx } from "../../lib/class-names.ts";
import type { useHealth } from "../../queries/system.ts";

const time = new Intl.DateTimeFormat("en", { timeStyle: "medium" });

function getHeadline({ data, isError }: ReturnType<typeof useHealth>) {
  if (isError) {
    const since = data ? ` Last response at ${time.format(data.at)}.` : "";
    return {
      title: "Not responding",
      text: `Retrying automatically.${since}`,
      tone: "bg-danger",
    };
  }
  if (!data) return { title: "Status", text: "Checking the server", tone: "bg-control" };
  const text = `Version ${data.version}, responded in ${data.answeredMs} ms at ${time.format(data.at)}.`;
  const lacks = data.runtimes.some((runtime) => !runtime.available);
  return lacks
    ? { title: "Partly available", text, tone: "bg-warn" }
    : { title: "Operational", text, tone: "bg-ok" };
}

/** Shows the state in one sentence, and a button to check again now. */
export function StatusHeadline({ health }: { readonly health: ReturnType<typeof useHealth> }) {
  const { title, text, tone } = getHeadline(health);
  return (
    <header className="flex items-end justify-between gap-6 border-ink border-b pb-8 max-md:flex-col max-md:items-start">
      <div>
        <h1 className="flex items-center gap-4 text-36" aria-live="polite">
          <span aria-hidden="true" className={cx("size-4 shrink-0 rounded-full", tone)} />
          {title}
        </h1>
        <p className="mt-3 text-18 text-ink-2 max-md:min-h-14">{text}</p>
      </div>
      <Button
        variant="outline"
        busy={health.isFetching}
        icon={<RotateCw aria-hidden="true" size={16} />}
        onClick={() => health.refetch()}
      >
        Refresh
      </Button>
    </header>
  );
}
