import { Select } from "../../../components/select.tsx";
import { useUsageStats } from "../../../queries/usage.ts";
import type { LogsSearch } from "./logs-search.ts";

/** The agents that the select always offers, by slug. */
const NAMED = [
  { value: "customer-support-bot", label: "Customer Support Bot" },
  { value: "data-analyzer", label: "Data Analyzer" },
  { value: "content-summarizer", label: "Content Summarizer" },
  { value: "deep-research-agent", label: "Deep Research Agent" },
  { value: "document-processor", label: "Document Processor" },
] as const;

interface LogsAgentSelectProps {
  readonly search: LogsSearch;
  readonly onChange: (part: LogsSearch) => void;
}

/** Shows a select with the five named agents and every other agent that the user has run. */
export function LogsAgentSelect({ search, onChange }: LogsAgentSelectProps) {
  const stats = useUsageStats();
  const named = new Set<string>(NAMED.map((option) => option.label));
  const own = (stats.data?.agents ?? []).filter((agent) => !named.has(agent.name));
  const options = [
    { value: "", label: "All Agents" },
    ...NAMED,
    ...own.map((agent) => ({ value: `id:${agent.id}`, label: agent.name })),
  ];
  const value = search.agent ?? (search.agent_id === undefined ? "" : `id:${search.agent_id}`);
  return (
    <Select
      aria-label="Agent"
      className="w-52 max-md:w-full md:[&>select]:h-10"
      value={options.some((option) => option.value === value) ? value : ""}
      options={options}
      onChange={(event) => {
        const chosen = event.target.value;
        onChange({
          agent: chosen === "" || chosen.startsWith("id:") ? undefined : chosen,
          agent_id: chosen.startsWith("id:") ? Number(chosen.slice(3)) : undefined,
          agent_name: undefined,
        });
      }}
    />
  );
}
