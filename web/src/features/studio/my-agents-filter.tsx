import { ListFilter } from "lucide-react";
import { useCallback, useState } from "react";
import { Button } from "../../components/button.tsx";
import { SearchField } from "../../components/search-field.tsx";
import { SegmentedControl } from "../../components/segmented-control.tsx";
import { useStudioAddress } from "./studio-address.ts";
import { SHOWN_AGENTS } from "./studio-names.ts";

const OPTIONS = [
  { value: "all", label: "All" },
  { value: "active", label: "Active" },
  { value: "inactive", label: "Inactive" },
  { value: "archived", label: "Archived" },
  { value: "suspended", label: "Suspended" },
] as const;

/** Shows the search and filter of My Agents; an active filter stays visible. */
export function MyAgentsFilter() {
  const { search, change } = useStudioAddress();
  const [filtering, setFiltering] = useState(search.show !== undefined);
  const find = useCallback(
    (text: string) => change({ ...search, search: text === "" ? undefined : text }),
    [search, change],
  );
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <span className="min-w-48 flex-1 basis-48">
        <SearchField label="Search my agents" onSlash value={search.search ?? ""} onChange={find} />
      </span>
      <Button
        variant="outline"
        aria-expanded={filtering}
        icon={<ListFilter aria-hidden="true" size={16} />}
        onClick={() => setFiltering(!filtering)}
      >
        Filter
      </Button>
      {filtering && (
        <span className="max-w-full overflow-x-auto">
          <SegmentedControl
            label="Show"
            value={search.show ?? "all"}
            options={OPTIONS}
            onChange={(value) => change({ ...search, show: SHOWN_AGENTS.find((shown) => shown === value) })}
          />
        </span>
      )}
    </div>
  );
}
