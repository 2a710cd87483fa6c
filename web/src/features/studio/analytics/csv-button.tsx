import { DownloadButton } from "../../../components/download-button.tsx";
import { getAnalyticsCsvPath } from "../../../queries/analytics.ts";

interface CsvButtonProps {
  /** The agent of the figures; if absent, the file covers all of the developer's agents. */
  readonly agentId?: number;
  readonly days: number;
}

/** Saves the figures by day as CSV. */
export function CsvButton({ agentId, days }: CsvButtonProps) {
  return (
    <DownloadButton
      getPath={() => getAnalyticsCsvPath(agentId, days)}
      name={`stoa-analytics-${agentId === undefined ? "" : `agent-${agentId}-`}${days}-days.csv`}
      label="CSV"
      failure="Export failed"
    />
  );
}
