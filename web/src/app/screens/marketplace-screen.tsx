import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo } from "react";
import { readFilters } from "../../features/marketplace/filters.ts";
import { MarketplacePage, type MarketplacePageProps } from "../../features/marketplace/marketplace-page.tsx";
import { agentQuery } from "../../lib/queries/use-agent.ts";
import { queryClient } from "../query-client.ts";

const loadModal = () => import("../../features/agent/agent-modal.tsx");
const AgentModal = lazy(loadModal);
const route = getRouteApi("/marketplace");

const agentLink: MarketplacePageProps["agentLink"] = (agent, name) => (
  <Link
    to="/marketplace"
    search={(now) => ({ ...now, agent: agent.id, tab: undefined })}
    resetScroll={false}
    onMouseEnter={() => {
      void loadModal();
      // A prefetch that fails says nothing: opening the agent asks again and shows the error.
      queryClient.query(agentQuery(agent.id)).catch(() => undefined);
    }}
    className="after:absolute after:inset-0"
  >
    {name}
  </Link>
);

/** The marketplace with the window of the agent that the address names. */
export function MarketplaceScreen() {
  const search = route.useSearch();
  const { agent, tab } = search;
  const filters = useMemo(() => readFilters(search), [search]);
  const navigate = route.useNavigate();
  const setFilters = useCallback<MarketplacePageProps["onFilters"]>(
    (next) => {
      void navigate({ search: next, replace: true, resetScroll: false });
    },
    [navigate],
  );
  return (
    <>
      <MarketplacePage filters={filters} onFilters={setFilters} agentLink={agentLink} />
      {agent !== undefined && (
        <Suspense>
          <AgentModal
            key={agent}
            id={agent}
            tab={tab ?? "overview"}
            onTab={(next) =>
              navigate({
                search: (now) => ({ ...now, tab: next === "overview" ? undefined : next }),
                replace: true,
                resetScroll: false,
              })
            }
            onClose={() =>
              navigate({
                search: (now) => ({ ...now, agent: undefined, tab: undefined }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}
