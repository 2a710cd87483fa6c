import * as z from "zod";
import { defineRoute } from "./routes.ts";
import { SHORTEST_MASKED_SECRET } from "./secret-names.ts";
import { AgentId, Ok, Timestamp } from "./values.ts";

export const AgentSecret = z
  .object({
    name: z.string(),
    is_masked: z.boolean().meta({
      description: `Whether the value is masked in outputs, logs, traces and errors. Values of fewer than ${SHORTEST_MASKED_SECRET} characters are not, because they occur in ordinary text`,
    }),
    updated_at: Timestamp,
  })
  .meta({ id: "AgentSecret" });
export type AgentSecret = z.infer<typeof AgentSecret>;

export const AgentSecretList = z
  .object({
    secrets: z.array(AgentSecret),
    missing: z.array(z.string()).meta({
      description: "Variables that the current version's file reads and that are not set",
    }),
  })
  .meta({ id: "AgentSecretList" });
export type AgentSecretList = z.infer<typeof AgentSecretList>;

/** Values by name. The rules for names and sizes give their own errors, which name the secret. */
export const SetAgentSecretsRequest = z
  .strictObject({
    secrets: z
      .record(z.string(), z.string())
      .meta({ description: "Values by name. Secrets that are not named here stay as they are" }),
  })
  .meta({ id: "SetAgentSecretsRequest" });
export type SetAgentSecretsRequest = z.infer<typeof SetAgentSecretsRequest>;

const agentParams = z.object({ id: AgentId });

export const agentSecretRoutes = {
  list: defineRoute({
    method: "GET",
    path: "/agents/:id/secrets",
    auth: "session",
    scope: "read",
    tag: "Agents",
    summary: "List an agent's secrets",
    params: agentParams,
    status: 200,
    reply: AgentSecretList,
    fails: [401, 404],
  }),
  set: defineRoute({
    method: "PUT",
    path: "/agents/:id/secrets",
    auth: "session",
    scope: "agents:write",
    tag: "Agents",
    summary: "Set an agent's secrets",
    params: agentParams,
    body: SetAgentSecretsRequest,
    status: 200,
    reply: AgentSecretList,
    fails: [401, 404, 409],
  }),
  remove: defineRoute({
    method: "DELETE",
    path: "/agents/:id/secrets/:name",
    auth: "session",
    scope: "agents:write",
    tag: "Agents",
    summary: "Delete an agent's secret",
    params: z.object({ id: AgentId, name: z.string() }),
    status: 200,
    reply: Ok,
    fails: [401, 404],
  }),
} as const;
