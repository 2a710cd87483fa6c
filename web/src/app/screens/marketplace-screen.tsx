import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { readFilters } from "../../features/marketplace/filters.ts";
import { MarketplacePage, type MarketplacePageProps } from "../../features/marketplace/marketplace-page.tsx";
import { readNeed, writeNeed } from "../../features/marketplace/need.ts";
import { readCompared, writeCompared } from "../../lib/compared-agents.ts";
import { AgentWindow, prefetchAgent } from "./agent-window.tsx";

const route = getRouteApi("/marketplace");

const renderAgentLink: MarketplacePageProps["renderAgentLink"] = (agent, name) => (
  <Link
    to="/marketplace"
    search={(now) => ({ ...now, agent: agent.id, tab: undefined })}
    resetScroll={false}
    onMouseEnter={() => prefetchAgent(agent.id)}
    className="after:absolute after:inset-0"
  >
    {name}
  </Link>
);

/** Shows the marketplace, with the dialog of the agent that the URL names. */
export function MarketplaceScreen() {
  const search = route.useSearch();
  const { agent, tab } = search;
  const filters = useMemo(() => readFilters(search), [search]);
  const need = useMemo(() => readNeed(search), [search]);
  const compared = useMemo(() => readCompared(search.compare), [search.compare]);
  const navigate = route.useNavigate();
  const setFilters = useCallback<MarketplacePageProps["onFilters"]>(
    (next) => {
      void navigate({
        search: (now) => ({ ...next, compare: now.compare }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return (
    <>
      <MarketplacePage
        filters={filters}
        onFilters={setFilters}
        need={need}
        onNeed={(next) =>
          navigate({ search: (now) => ({ ...writeNeed(next), compare: now.compare }), resetScroll: false })
        }
        compared={compared}
        onCompared={(ids) =>
          navigate({
            search: (now) => ({ ...now, compare: writeCompared(ids) }),
            replace: true,
            resetScroll: false,
          })
        }
        renderAgentLink={renderAgentLink}
      />
      <AgentWindow
        id={agent}
        tab={tab}
        onChange={(change) =>
          navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
        }
      />
    </>
  );
}
