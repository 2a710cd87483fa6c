import { getRouteApi } from "@tanstack/react-router";
import { useCallback } from "react";
import { ChatsPage, type ChatsSearch } from "../../features/chat/chats-page.tsx";
import { SharedChatPage } from "../../features/chat/shared-chat-page.tsx";
import { SharedRunPage } from "../../features/shared-run/shared-run-page.tsx";

const chatsRoute = getRouteApi("/session/chats");
const sharedChatRoute = getRouteApi("/shared/$token");
const sharedRunRoute = getRouteApi("/shared-runs/$token");

/** Shows /chats; search and agent are in the URL. */
export function ChatsScreen() {
  const search = chatsRoute.useSearch();
  const navigate = chatsRoute.useNavigate();
  const onSearch = useCallback(
    (next: ChatsSearch) => void navigate({ search: { ...next }, replace: true, resetScroll: false }),
    [navigate],
  );
  return <ChatsPage search={search} onSearch={onSearch} />;
}

/** Shows /shared/{token}, which everyone can read. */
export function SharedChatScreen() {
  const { token } = sharedChatRoute.useParams();
  return <SharedChatPage key={token} token={token} />;
}

/** Shows /shared-runs/{token}, which everyone can read. It shares nearly all of its code with the page of a shared chat. */
export function SharedRunScreen() {
  const { token } = sharedRunRoute.useParams();
  return <SharedRunPage key={token} token={token} />;
}
