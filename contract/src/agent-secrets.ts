import * as z from "zod";
import { defineRoute } from "./routes.ts";
import { AgentId, Ok, Timestamp } from "./values.ts";

/** Shorter values occur in any text as ordinary words, so that masking them would destroy answers. */
export const SHORTEST_MASKED_SECRET = 8;

const NAME = /^[A-Z_][A-Z0-9_]*$/;
/** The longest name; the names of all known services are far shorter. */
const NAME_MAX_LENGTH = 128;

/** Names that Stoa itself sets for a run, with the reason why a developer cannot. */
const RESERVED: readonly (readonly [RegExp, string])[] = [
  [
    /^(OPENAI|ANTHROPIC)_(API_KEY|BASE_URL|API_BASE|AUTH_TOKEN)$/,
    "is set by Stoa, so that models are called and metered here. Store your own key under another name, such as MY_OPENAI_KEY, and pass it together with base_url",
  ],
  [/^STOA_/, "is set by Stoa"],
  [
    /^(PATH|HOME|TMPDIR|LANG|LC_[A-Z_]+|TZ|SHELL|IFS|ENV|BASH_ENV|PWD|USER|LOGNAME)$/,
    "belongs to the system of the sandbox",
  ],
  [/^(LD|PYTHON|MALLOC|GLIBC|GCONV|NLS|LOCPATH|UV|PIP)(_|[A-Z]|$)/, "changes how programs are loaded"],
  [
    /^(SSL_CERT_FILE|SSL_CERT_DIR|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GRPC_DEFAULT_SSL_ROOTS_FILE_PATH|TIKTOKEN_CACHE_DIR)$/,
    "is set by Stoa for the files of the sandbox",
  ],
  [
    /^((HTTP|HTTPS|ALL|NO|FTP)_PROXY)$/,
    "would send requests past the way out of the sandbox. Declare the hosts that your agent reaches",
  ],
];

/** Returns why Stoa does not accept a secret of this name; undefined if it does. */
export function findNameProblem(name: string): string | undefined {
  const reason = RESERVED.find(([pattern]) => pattern.test(name))?.[1];
  if (reason !== undefined) return `${name} ${reason}.`;
  if (name.length > NAME_MAX_LENGTH) return `A name has at most ${NAME_MAX_LENGTH} characters.`;
  return NAME.test(name)
    ? undefined
    : `"${name.slice(0, NAME_MAX_LENGTH)}" is not a name of a secret. Use capital letters, digits and underscores, such as TAVILY_API_KEY.`;
}

/** Whether Stoa or the system sets this variable in every run. */
export function isReservedName(name: string): boolean {
  return RESERVED.some(([pattern]) => pattern.test(name));
}

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
