import { AGENT_ORDERS } from "@stoa/contract/catalog-labels";
import { getRouteApi, Link } from "@tanstack/react-router";
import { DeveloperPage, type DeveloperPageProps } from "../../features/developer/developer-page.tsx";
import { AgentWindow, prefetchAgent } from "./agent-window.tsx";

const route = getRouteApi("/developers/$username");

const renderAgentLink: DeveloperPageProps["renderAgentLink"] = (agent, name) => (
  <Link
    from="/developers/$username"
    to="."
    search={(now) => ({ ...now, agent: agent.id, tab: undefined })}
    resetScroll={false}
    onMouseEnter={() => prefetchAgent(agent.id)}
    className="after:absolute after:inset-0"
  >
    {name}
  </Link>
);

/** Shows /developers/{username}, with the dialog of the agent that the URL names. */
export function DeveloperScreen() {
  const { username } = route.useParams();
  const { sort, agent, tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <DeveloperPage
        key={username}
        username={username}
        sort={AGENT_ORDERS.find((option) => option === sort)}
        onSort={(next) =>
          navigate({ search: (now) => ({ ...now, sort: next }), replace: true, resetScroll: false })
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
