import * as z from "zod";
import { AgentMemory } from "./agent-memory.ts";
import { Artifact } from "./files.ts";
import { LIMITS } from "./limits.ts";
import { defineRoute } from "./routes.ts";
import { RunStatus } from "./run-status.ts";
import { ExecuteRequest } from "./runs.ts";
import {
  AgentId,
  BodyAgentId,
  ConversationId,
  isStorable,
  Json,
  NextCursor,
  NOT_STORABLE,
  Ok,
  pageQuery,
  Timestamp,
  TurnNumber,
  Usd,
} from "./values.ts";

/** Limits of conversations, each with the reason for its value. */
export const CONVERSATION_LIMITS = {
  /** A title of this length fits on one line of the list. */
  titleMaxLength: 120,
  /** The number of turns. Nobody reads a longer conversation, and each turn reads the turns before it. */
  turns: 2000,
  /**
   * The size of the earlier turns that an agent receives, about 60,000 tokens: as much as a request may contain. Older
   * turns are left out.
   */
  historyBytes: LIMITS.inputMaxBytes,
  /** The size of the state that an agent may keep between turns: hundreds of messages with their tool calls. */
  stateBytes: 1024 * 1024,
} as const;

const Title = z
  .string({ error: "title must be text" })
  .trim()
  .min(1, "A title is required")
  .max(
    CONVERSATION_LIMITS.titleMaxLength,
    `A title must be at most ${CONVERSATION_LIMITS.titleMaxLength} characters long`,
  )
  .refine(isStorable, NOT_STORABLE)
  .meta({ description: "Title. Default: the beginning of the first message" });

const ConversationCap = ExecuteRequest.shape.max_cost.meta({
  description: "Maximum total cost of the conversation in USD. Default: none",
});

export const CreateConversationRequest = z
  .strictObject({ agent_id: BodyAgentId, title: Title.optional(), max_cost: ConversationCap })
  .meta({ id: "CreateConversationRequest" });
export type CreateConversationRequest = z.infer<typeof CreateConversationRequest>;

/** Omitted fields stay unchanged; null removes the cap. */
export const UpdateConversationRequest = z
  .strictObject({
    title: Title.optional(),
    max_cost: ConversationCap.nullable(),
    current_turn: TurnNumber.optional().meta({
      description: "The turn after which the conversation continues",
    }),
  })
  .meta({ id: "UpdateConversationRequest" });
export type UpdateConversationRequest = z.infer<typeof UpdateConversationRequest>;

export const Conversation = z
  .object({
    id: z.string(),
    agent_id: z.int(),
    agent_name: z.string(),
    title: z.string().nullable().meta({ description: "Null before the first turn" }),
    memory: AgentMemory,
    turns: z.int().meta({ description: "Number of turns, including edited ones" }),
    current_turn: z
      .int()
      .nullable()
      .meta({ description: "The turn after which the conversation continues; null before the first turn" }),
    total_cost: Usd.meta({ description: "Cost of all turns and of all runs that they started" }),
    max_cost: Usd.nullable().meta({ description: "Maximum total cost; null means none" }),
    is_shared: z.boolean().meta({ description: "Whether a link to read the conversation exists" }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Conversation" });
export type Conversation = z.infer<typeof Conversation>;

export const ConversationList = z
  .object({ conversations: z.array(Conversation), next_cursor: NextCursor })
  .meta({ id: "ConversationList" });
export type ConversationList = z.infer<typeof ConversationList>;

/** One message of the person and the agent's answer to it. Each turn is a run. */
export const Turn = z
  .object({
    turn: z.int().meta({ description: "Number of the turn in the conversation" }),
    parent: z.int().nullable().meta({
      description: "The turn that this turn follows. Turns with the same parent are versions of each other",
    }),
    run_id: z.string(),
    status: RunStatus,
    input_data: Json.meta({ description: "Null if the content was deleted" }),
    message: z.string(),
    files: z.array(Artifact).meta({ description: "Files of the message, unless they were deleted" }),
    agent_output: Json,
    artifacts: z.array(Artifact).meta({ description: "Files that the agent returned" }),
    detail: z.string().nullable().meta({ description: "Why the turn failed" }),
    cost: Usd,
    created_at: Timestamp,
  })
  .meta({ id: "Turn" });
export type Turn = z.infer<typeof Turn>;

export const TurnList = z.object({ turns: z.array(Turn), next_cursor: NextCursor }).meta({ id: "TurnList" });
export type TurnList = z.infer<typeof TurnList>;

/** A turn as a reader of a shared conversation sees it. */
const SharedTurn = Turn.pick({
  turn: true,
  message: true,
  files: true,
  agent_output: true,
  artifacts: true,
  created_at: true,
});

export const SharedConversation = z
  .object({
    agent_id: z.int(),
    agent_name: z.string(),
    title: z.string().nullable(),
    shared_at: Timestamp,
    turns: z.array(SharedTurn),
  })
  .meta({ id: "SharedConversation" });
export type SharedConversation = z.infer<typeof SharedConversation>;

export const ConversationLink = z
  .object({
    url: z.string().meta({ description: "Anyone with this URL can read the turns up to the current one" }),
  })
  .meta({ id: "ConversationLink" });

const ConversationParams = z.object({ id: ConversationId });
const common = { auth: "session", tag: "Conversations", params: ConversationParams, status: 200 } as const;

export const conversationRoutes = {
  create: defineRoute({
    method: "POST",
    path: "/conversations",
    auth: "session",
    scope: "run",
    tag: "Conversations",
    summary: "Start a conversation",
    body: CreateConversationRequest,
    status: 201,
    reply: Conversation,
    fails: [401, 404],
  }),
  list: defineRoute({
    method: "GET",
    path: "/conversations",
    auth: "session",
    scope: "read",
    tag: "Conversations",
    summary: "List your conversations",
    query: z.object({
      limit: pageQuery.limit,
      cursor: z.string().max(200).optional(),
      agent_id: AgentId.optional(),
      search: z.string().trim().max(LIMITS.searchMaxLength).optional(),
    }),
    status: 200,
    reply: ConversationList,
    fails: [401],
  }),
  get: defineRoute({
    ...common,
    method: "GET",
    path: "/conversations/:id",
    scope: "read",
    summary: "Get a conversation",
    reply: Conversation,
    fails: [401, 404],
  }),
  update: defineRoute({
    ...common,
    method: "PUT",
    path: "/conversations/:id",
    scope: "run",
    summary: "Change a conversation",
    body: UpdateConversationRequest,
    reply: Conversation,
    fails: [401, 404],
  }),
  remove: defineRoute({
    ...common,
    method: "DELETE",
    path: "/conversations/:id",
    scope: "run",
    summary: "Delete a conversation",
    reply: Ok,
    fails: [401, 404, 409],
  }),
  turns: defineRoute({
    ...common,
    method: "GET",
    path: "/conversations/:id/turns",
    scope: "read",
    summary: "List the turns of a conversation",
    query: z.object({
      limit: pageQuery.limit,
      cursor: z
        .string()
        .regex(/^\d{1,9}$/, "cursor must be from a page of this list")
        .optional(),
    }),
    reply: TurnList,
    fails: [401, 404],
  }),
  branch: defineRoute({
    ...common,
    method: "POST",
    path: "/conversations/:id/branch",
    scope: "run",
    summary: "Branch from a turn",
    body: z.strictObject({ turn: TurnNumber }),
    status: 201,
    reply: Conversation,
    fails: [401, 404],
  }),
  share: defineRoute({
    ...common,
    method: "POST",
    path: "/conversations/:id/share",
    scope: "run",
    summary: "Share a conversation",
    reply: ConversationLink,
    fails: [401, 404, 409],
  }),
  unshare: defineRoute({
    ...common,
    method: "DELETE",
    path: "/conversations/:id/share",
    scope: "run",
    summary: "Stop sharing a conversation",
    reply: Ok,
    fails: [401, 404],
  }),
  export: defineRoute({
    ...common,
    method: "GET",
    path: "/conversations/:id/export",
    scope: "read",
    summary: "Export a conversation",
    query: z.object({ format: z.enum(["json", "markdown"]).default("json") }),
    reply: z.object({ conversation: Conversation, turns: z.array(Turn) }),
    replyTypes: {
      "application/json": z.object({ conversation: Conversation, turns: z.array(Turn) }),
      "text/markdown": z.string(),
    },
    fails: [401, 404],
  }),
  shared: defineRoute({
    method: "GET",
    path: "/shared-conversations/:token",
    auth: "public",
    tag: "Conversations",
    summary: "Read a shared conversation",
    params: z.object({ token: z.string().regex(/^[\w-]{32}$/, "This is not a valid link") }),
    status: 200,
    reply: SharedConversation,
    fails: [404],
  }),
} as const;
