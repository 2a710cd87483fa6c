import { getRouteApi } from "@tanstack/react-router";
import { AgentPage } from "../../features/agent/agent-page.tsx";
import { parseWholeNumber } from "../search-params.ts";

const route = getRouteApi("/session/agent/$id");

/** Shows /agent/{id}; the tab is in the URL. */
export function AgentScreen() {
  const { id } = route.useParams();
  const { tab, run } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AgentPage
      id={parseWholeNumber(id) ?? null}
      tab={tab ?? "overview"}
      onTab={(next) =>
        navigate({
          search: (now) => ({ ...now, tab: next === "overview" ? undefined : next }),
          replace: true,
          resetScroll: false,
        })
      }
      addressed={{
        id: run,
        onChange: (started) =>
          navigate({ search: { tab: "tryit", run: started }, replace: true, resetScroll: false }),
      }}
    />
  );
}
