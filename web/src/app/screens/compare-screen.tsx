import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { ComparePage } from "../../features/compare/compare-page.tsx";
import { readCompared, writeCompared } from "../../lib/compared-agents.ts";

const route = getRouteApi("/compare");

/** Shows /compare; the URL names the compared agents. */
export function CompareScreen() {
  const { agents } = route.useSearch();
  const navigate = route.useNavigate();
  const ids = useMemo(() => readCompared(agents), [agents]);
  return (
    <ComparePage
      ids={ids}
      onIds={(next) =>
        navigate({ search: { agents: writeCompared(next) }, replace: true, resetScroll: false })
      }
    />
  );
}
