import * as z from "zod";
import { defineRoute } from "./routes.ts";
import { AgentId, isStorable, NOT_STORABLE, Ok, Timestamp } from "./values.ts";

/** The limits of what agents remember with `stoa.memory`, each with the reason for its value. */
export const REMEMBERED_LIMITS = {
  /**
   * The size of a store, that is of all keys and values that an agent remembers about one person, or shares between its
   * runs: settings and notes, but not files. A store fits in one reply.
   */
  storeBytes: 1024 * 1024,
  /** The number of keys in a store. A person can still look through a list of this length in Settings. */
  storeKeys: 1_000,
  /** The length of a key: a path of several names, such as `projects/stoa/tasks`. */
  keyMaxLength: 256,
  /** The depth of a value. Python's JSON parser reads about ten times as much. */
  valueMaxDepth: 100,
  /** The longest time until a value expires, ten years: longer times mean the same as none. */
  ttlMaxSeconds: 10 * 365 * 24 * 60 * 60,
} as const;

/** The key of a value. */
export const RememberedKey = z
  .string({ error: "key must be text" })
  .min(1, "A key has at least 1 character")
  .max(
    REMEMBERED_LIMITS.keyMaxLength,
    `A key must be at most ${REMEMBERED_LIMITS.keyMaxLength} characters long`,
  )
  .refine(isStorable, NOT_STORABLE)
  .meta({ description: "Key of the value" });

export const RememberedValue = z
  .object({
    key: z.string(),
    value: z.string().meta({ description: "The value as JSON text, as the agent stored it" }),
    bytes: z.int().meta({ description: "Size of key and value" }),
    updated_at: Timestamp,
    expires_at: Timestamp.nullable().meta({ description: "Null if the value does not expire" }),
  })
  .meta({ id: "RememberedValue" });
export type RememberedValue = z.infer<typeof RememberedValue>;

export const RememberedValueList = z
  .object({ values: z.array(RememberedValue), bytes: z.int(), limit_bytes: z.int() })
  .meta({ id: "RememberedValueList" });
export type RememberedValueList = z.infer<typeof RememberedValueList>;

export const RememberingAgent = z
  .object({
    agent_id: z.int(),
    agent_name: z.string(),
    value_count: z.int().meta({ description: "Number of values" }),
    bytes: z.int().meta({ description: "Size of all keys and values" }),
    updated_at: Timestamp.meta({ description: "When the agent last stored a value" }),
  })
  .meta({ id: "RememberingAgent" });
export type RememberingAgent = z.infer<typeof RememberingAgent>;

export const RememberingAgentList = z
  .object({ agents: z.array(RememberingAgent) })
  .meta({ id: "RememberingAgentList" });
export type RememberingAgentList = z.infer<typeof RememberingAgentList>;

const agentParams = z.object({ id: AgentId });
const keyQuery = z.object({ key: RememberedKey });

const aboutYou = { auth: "session", tag: "Remembered values", status: 200, fails: [401] } as const;
const ofYourAgent = { ...aboutYou, fails: [401, 404] } as const;

export const rememberedValueRoutes = {
  agents: defineRoute({
    ...aboutYou,
    method: "GET",
    path: "/remembered-values",
    scope: "read",
    summary: "List the agents that remember something about you",
    reply: RememberingAgentList,
  }),
  removeAll: defineRoute({
    ...aboutYou,
    method: "DELETE",
    path: "/remembered-values",
    scope: "run",
    summary: "Delete everything that agents remember about you",
    reply: Ok,
  }),
  list: defineRoute({
    ...aboutYou,
    method: "GET",
    path: "/remembered-values/:id",
    scope: "read",
    summary: "List what an agent remembers about you",
    params: agentParams,
    reply: RememberedValueList,
  }),
  removeOfAgent: defineRoute({
    ...aboutYou,
    method: "DELETE",
    path: "/remembered-values/:id",
    scope: "run",
    summary: "Delete everything that an agent remembers about you",
    params: agentParams,
    reply: Ok,
  }),
  remove: defineRoute({
    ...aboutYou,
    method: "DELETE",
    path: "/remembered-values/:id/value",
    scope: "run",
    summary: "Delete a value that an agent remembers about you",
    params: agentParams,
    query: keyQuery,
    reply: Ok,
  }),
  shared: defineRoute({
    ...ofYourAgent,
    method: "GET",
    path: "/agents/:id/shared-values",
    scope: "read",
    summary: "List the shared values of your agent",
    params: agentParams,
    reply: RememberedValueList,
  }),
  removeAllShared: defineRoute({
    ...ofYourAgent,
    method: "DELETE",
    path: "/agents/:id/shared-values",
    scope: "agents:write",
    summary: "Delete all shared values of your agent",
    params: agentParams,
    reply: Ok,
  }),
  removeShared: defineRoute({
    ...ofYourAgent,
    method: "DELETE",
    path: "/agents/:id/shared-values/value",
    scope: "agents:write",
    summary: "Delete a shared value of your agent",
    params: agentParams,
    query: keyQuery,
    reply: Ok,
  }),
} as const;
