import { createSealingJob } from "../../platform/crypto/content-tables.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { defineModule } from "../../platform/module.ts";
import {
  beginConversation,
  dropEmptyConversation,
  findTurnOfRun,
  openConversation,
} from "./conversation-of-run.ts";
import { findConversationOfVisitor, isRunOfVisitor, type Visitor } from "./conversation-store.ts";
import { Conversations, type ConversationsOptions } from "./conversations.ts";
import { createTitleResealing } from "./reseal-titles.ts";
import { mountConversationRoutes } from "./routes.ts";

export type { FollowableTurn } from "./conversation-of-run.ts";
export type { Visitor } from "./conversation-store.ts";
export { personalData } from "./personal-data.ts";
export { createTitleResealing } from "./reseal-titles.ts";

export type ConversationsApi = ReturnType<typeof createConversations>["api"];

/** Creates the module that keeps, shares and exports conversations. Their turns are started by `runs`. */
export function createConversations(deps: ConversationsOptions) {
  const conversations = new Conversations(deps);
  return defineModule({
    api: {
      /** Returns the turn that a run is in a conversation; see `findTurnOfRun`. */
      findTurnOfRun: (caller: Caller, runId: string) => findTurnOfRun(deps, caller, runId),
      /** Makes sure that a conversation exists; see `openConversation`. */
      open: (caller: Caller, conversation: { id: string; agentId: number }) =>
        openConversation(deps, caller, conversation),
      /** Begins a conversation for a run that must start in one. */
      begin: (caller: Caller, agentId: number, visitor?: Visitor) =>
        beginConversation(deps, caller, agentId, visitor),
      /** Removes a conversation whose first turn did not start. */
      dropEmpty: (id: string) => dropEmptyConversation(deps.db, id),
      /** Returns the ID of a visitor's last conversation. */
      findOfVisitor: (visitor: Visitor) => findConversationOfVisitor(deps.db, visitor),
      /** Returns whether a visitor started a run. */
      isRunOfVisitor: (visitor: Visitor, runId: string) => isRunOfVisitor(deps.db, visitor, runId),
      /** Lists the newest turns of a conversation; see `Conversations.turns`. */
      turns: (caller: Caller, id: string, limit: number) => conversations.turns(caller, id, { limit }),
    },
    routes: (mount) => mountConversationRoutes(mount, conversations),
    jobs: [
      createSealingJob(
        "titles of conversations in plain text",
        createTitleResealing(deps.db, deps.contentVault),
      ),
    ],
  });
}
