import { SegmentedControl } from "../../../components/segmented-control.tsx";
import { useStudioAddress } from "../studio-address.ts";
import { DEFAULT_SPAN, SPANS } from "../studio-names.ts";

const OPTIONS = SPANS.map((value) => ({ value, label: value === "365" ? "1y" : `${value}d` }));

/** Shows the choice of the period for every figure and chart of the studio. */
export function SpanChoice({ label }: { readonly label: string }) {
  const { search, change } = useStudioAddress();
  return (
    <SegmentedControl
      label={label}
      value={search.days ?? DEFAULT_SPAN}
      options={OPTIONS}
      onChange={(days) => change({ ...search, days: days === DEFAULT_SPAN ? undefined : days })}
    />
  );
}
