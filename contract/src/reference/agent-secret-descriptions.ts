import { agentSecretRoutes } from "../agent-secrets.ts";
import { LIMITS } from "../limits.ts";
import { describe } from "./operation-descriptions.ts";

const NOT_YOURS = { not_found: "You have no such agent." };

export const agentSecretDescriptions = describe(agentSecretRoutes, {
  list: {
    description:
      "Lists the names of your agent's secrets, never their values, and the variables that its file reads and that are not set.",
    errors: { 404: NOT_YOURS },
  },
  set: {
    description: `Sets secrets of your agent, such as the key of a search service, and replaces existing secrets with the same names. Each secret is an environment variable of the agent's process, from the next run on; no new version is needed. Values are encrypted, and are masked in outputs, logs, traces and errors, also in base64, hexadecimal and URL encoding. An agent can have ${LIMITS.secretsMax} secrets of ${LIMITS.secretMaxBytes / 1024} KiB each. A caller can still trick a model into spelling out a secret, so use keys with narrow permissions.`,
    errors: { 404: NOT_YOURS, 409: { conflict: "The agent would have too many secrets." } },
  },
  remove: {
    description: "Deletes a secret. Active runs keep it until they end.",
    errors: { 404: { not_found: "You have no such agent, or it has no such secret." } },
  },
});
