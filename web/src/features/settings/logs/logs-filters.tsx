import { DownloadButton } from "../../../components/download-button.tsx";
import { SearchField } from "../../../components/search-field.tsx";
import { SegmentedControl } from "../../../components/segmented-control.tsx";
import { getUsageCsvPath } from "../../../queries/usage.ts";
import { LogsAgentSelect } from "./logs-agent-select.tsx";
import { createLogsFilter, type LogsSearch } from "./logs-search.ts";

const OUTCOMES = [
  { value: "all", label: "All" },
  { value: "success", label: "Success" },
  { value: "error", label: "Error" },
] as const;

interface LogsFiltersProps {
  readonly search: LogsSearch;
  /** Changes a part of the filter and keeps the rest. */
  readonly onNarrow: (part: LogsSearch) => void;
}

/** Shows the filters of the calls, and a CSV export of all matches. */
export function LogsFilters({ search, onNarrow }: LogsFiltersProps) {
  const { period = "7d" } = search;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <h3 className="mr-auto text-18 max-md:w-full">Recent API Calls</h3>
      <SegmentedControl
        label="Status"
        value={search.status ?? "all"}
        options={OUTCOMES}
        onChange={(status) => onNarrow({ status: status === "all" ? undefined : status })}
      />
      <DownloadButton
        getPath={() => getUsageCsvPath(createLogsFilter(search))}
        name={`stoa-usage-logs-${period}.csv`}
        label="CSV"
        failure="Export failed"
      />
      <div className="flex w-full flex-wrap gap-2">
        <div className="flex min-w-56 flex-1">
          <SearchField
            label="Search by agent or task..."
            onSlash
            value={search.search ?? ""}
            onChange={(text) => onNarrow({ search: text || undefined })}
          />
        </div>
        <LogsAgentSelect search={search} onChange={onNarrow} />
      </div>
    </div>
  );
}
