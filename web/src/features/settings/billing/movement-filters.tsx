import { X } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { DownloadButton } from "../../../components/download-button.tsx";
import { Select } from "../../../components/select.tsx";
import { getBillingCsvPath } from "../../../queries/billing.ts";
import {
  type BillingScreenProps,
  createBillingFilter,
  formatMonth,
  KIND_NAMES,
  KINDS,
  readKind,
} from "./billing-search.ts";

const KIND_OPTIONS = [
  { value: "", label: "All activity" },
  ...KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] })),
];

/** Shows the filters of the movements, and the CSV export of all matches. */
export function MovementFilters({ search, onSearch }: BillingScreenProps) {
  const { kind, month } = search;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <h3 className="mr-auto text-18 max-md:w-full">History</h3>
      {month !== undefined && (
        <Button
          size="sm"
          variant="outline"
          aria-label={`${formatMonth(month)}, show all months`}
          icon={<X aria-hidden="true" size={16} />}
          onClick={() => onSearch({ ...search, month: undefined })}
        >
          {formatMonth(month)}
        </Button>
      )}
      <Select
        aria-label="Kind"
        className="w-48 max-md:flex-1 md:[&>select]:h-9 md:[&>select]:text-14"
        value={kind ?? ""}
        options={KIND_OPTIONS}
        onChange={(event) => onSearch({ ...search, kind: readKind(event.target.value) })}
      />
      <DownloadButton
        getPath={() => getBillingCsvPath(createBillingFilter(search))}
        name={`stoa-billing${month === undefined ? "" : `-${month}`}.csv`}
        label="CSV"
        failure="Export failed"
      />
    </div>
  );
}
