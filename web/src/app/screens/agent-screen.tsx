import { getRouteApi } from "@tanstack/react-router";
import { AgentPage } from "../../features/agent/agent-page.tsx";
import { parseWholeNumber } from "../search-params.ts";
import { ChatTab } from "./chat-tab.ts";

const route = getRouteApi("/session/agent/$id");

/** Shows /agent/{id}; the tab, the chat and the run are in the URL. */
export function AgentScreen() {
  const { id } = route.useParams();
  const { tab, run, chat } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AgentPage
      id={parseWholeNumber(id) ?? null}
      tab={tab}
      onTab={(next) =>
        navigate({ search: (now) => ({ ...now, tab: next }), replace: true, resetScroll: false })
      }
      hasChat={chat !== undefined}
      renderChat={(agent) => (
        <ChatTab
          agent={agent}
          addressed={{
            id: chat,
            onChange: (next) =>
              navigate({
                search: { tab: "chat", chat: next },
                replace: chat === undefined,
                resetScroll: false,
              }),
          }}
        />
      )}
      addressed={{
        id: run,
        onChange: (started) =>
          navigate({ search: { tab: "tryit", run: started }, replace: true, resetScroll: false }),
      }}
    />
  );
}
