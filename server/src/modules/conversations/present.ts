import {
  type Conversation,
  getTurnMessage,
  nanoToUsd,
  type SharedConversation,
  type Turn,
} from "@stoa/contract";
import type { ConversationRow } from "./conversation-store.ts";
import type { LinkedConversation } from "./link-store.ts";
import type { TurnFiles } from "./turn-files.ts";
import type { TurnRow } from "./turn-store.ts";

export function presentConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    agent_id: row.agent_id,
    agent_name: row.agent_name,
    title: row.title,
    memory: row.memory ?? "none",
    turns: row.turns,
    current_turn: row.current_turn,
    total_cost: nanoToUsd(row.cost),
    max_cost: row.max_cost === null ? null : nanoToUsd(row.max_cost),
    is_shared: row.is_shared,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function presentTurn(row: TurnRow, files: TurnFiles): Turn {
  return {
    turn: row.turn,
    parent: row.parent,
    run_id: row.run_id,
    status: row.status,
    input_data: row.input,
    message: row.input === null ? "" : getTurnMessage(row.input),
    files: files.listFiles(row),
    agent_output: row.output,
    artifacts: files.listArtifacts(row),
    detail: row.error_detail,
    cost: nanoToUsd(row.cost),
    created_at: row.created_at.toISOString(),
  };
}

/** Presents a conversation for readers of its link, with the turns that have an answer. */
export function presentShared(
  linked: LinkedConversation,
  path: readonly TurnRow[],
  turnFiles: TurnFiles,
): SharedConversation {
  return {
    agent_id: linked.agent_id,
    agent_name: linked.agent_name,
    title: linked.title,
    shared_at: linked.shared_at.toISOString(),
    turns: path
      .filter(({ status, output }) => status !== "failed" && output !== null)
      .map((row) => presentTurn(row, turnFiles))
      .map(({ turn, message, files, agent_output, artifacts, created_at }) => ({
        ...{ turn, message, files, agent_output, artifacts, created_at },
      })),
  };
}
