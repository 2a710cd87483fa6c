import { lazyRouteComponent } from "@tanstack/react-router";

/** The chat with an agent, whose code loads when it is first shown. */
export const ChatTab = lazyRouteComponent(() => import("../../features/chat/chat-tab.tsx"));
