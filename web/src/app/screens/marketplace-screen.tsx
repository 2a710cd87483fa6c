import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { MarketplacePage, type MarketplacePageProps } from "../../features/marketplace/marketplace-page.tsx";

const AgentModal = lazy(() => import("../../features/agent/agent-modal.tsx"));
const route = getRouteApi("/marketplace");

const agentLink: MarketplacePageProps["agentLink"] = (agent, name) => (
  <Link
    to="/marketplace"
    search={(now) => ({ ...now, agent: agent.id, tab: undefined })}
    resetScroll={false}
    className="after:absolute after:inset-0"
  >
    {name}
  </Link>
);

/** The marketplace with the window of the agent that the address names. */
export function MarketplaceScreen() {
  const { agent, tab, ...filters } = route.useSearch();
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
                resetScroll: false,
              })
            }
          />
        </Suspense>
      )}
    </>
  );
}
