import { conversationRoutes } from "@stoa/contract";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import { SHARED_BY_LINK } from "../../platform/http/security-headers.ts";
import type { Conversations } from "./conversations.ts";
import { toMarkdown } from "./markdown-export.ts";

const DONE = { success: true } as const;

export function mountConversationRoutes(mount: Mount, conversations: Conversations): void {
  const routes = conversationRoutes;
  mount.signedIn(routes.create, ({ caller, body }) => conversations.create(caller, body));
  mount.signedIn(routes.list, ({ caller, query }) => conversations.list(caller, query));
  mount.signedIn(routes.get, ({ caller, params }) => conversations.get(caller, params.id));
  mount.signedIn(routes.update, ({ caller, params, body }) => conversations.update(caller, params.id, body));
  mount.signedIn(routes.remove, async ({ caller, params }) => {
    await conversations.remove(caller, params.id);
    return DONE;
  });
  mount.signedIn(routes.turns, ({ caller, params, query }) => conversations.turns(caller, params.id, query));
  mount.signedIn(routes.branch, ({ caller, params, body }) =>
    conversations.branch(caller, params.id, body.turn),
  );
  mount.signedIn(routes.share, ({ caller, params }) => conversations.share(caller, params.id));
  mount.signedIn(routes.unshare, async ({ caller, params }) => {
    await conversations.unshare(caller, params.id);
    return DONE;
  });
  mount.signedIn(routes.export, async ({ caller, params, query, reply }) => {
    const exported = await conversations.export(caller, params.id);
    if (query.format === "json") return exported;
    reply
      .type("text/markdown; charset=utf-8")
      .header("content-disposition", `attachment; filename="${params.id}.md"`)
      .send(toMarkdown(exported.conversation, exported.turns));
    return HANDLED;
  });
  mount.open(routes.shared, ({ params, reply }) => {
    reply.headers(SHARED_BY_LINK);
    return conversations.readShared(params.token);
  });
}
