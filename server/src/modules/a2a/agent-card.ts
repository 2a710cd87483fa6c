import type { Agent, InputParam } from "@stoa/contract";
import { PROTOCOL_VERSION } from "./wire.ts";

/** A card in its JSON form, without signatures. Fields with default values are left out, as signatures require. */
export type UnsignedCard = Readonly<Record<string, unknown>>;

/** The URL of the extension that describes the metadata of tasks and requests. */
export const RUN_EXTENSION = "urn:stoa:a2a:run:v1";

/** The header of an API key, as in every API of the store. */
const SECURITY = {
  securitySchemes: {
    apiKey: {
      apiKeySecurityScheme: {
        description:
          "An API key of a Stoa account, with the scopes run and read. Runs are paid from its balance.",
        location: "header",
        name: "X-API-Key",
      },
    },
    bearer: {
      httpAuthSecurityScheme: {
        description: "The same API key, or the access token of a session, as a bearer token.",
        scheme: "Bearer",
      },
    },
  },
  securityRequirements: [{ schemes: { apiKey: {} } }, { schemes: { bearer: {} } }],
} as const;

const TEXT_AND_JSON = ["text/plain", "application/json"] as const;

interface CardUrls {
  /** The URL of both interfaces. */
  service: string;
  /** The page about the agent. */
  page: string;
  /** The page of its developer. */
  provider: string;
}

/** Returns the two interfaces of an agent, JSON-RPC first. */
const listInterfaces = (url: string) =>
  ["JSONRPC", "HTTP+JSON"].map((protocolBinding) => ({
    url,
    protocolBinding,
    protocolVersion: PROTOCOL_VERSION,
  }));

/** Creates the card of an agent from its public profile. */
export function createAgentCard(agent: Agent, urls: CardUrls): UnsignedCard {
  const takesFiles = agent.input_params.some(({ type }) => type === "file" || type === "files");
  const inputModes = [...TEXT_AND_JSON, ...(takesFiles ? ["application/octet-stream"] : [])];
  return {
    name: agent.name,
    description: agent.description,
    supportedInterfaces: listInterfaces(urls.service),
    provider: { organization: agent.developer, url: urls.provider },
    version: String(agent.version),
    documentationUrl: urls.page,
    capabilities: {
      streaming: true,
      pushNotifications: true,
      extendedAgentCard: false,
      extensions: [{ uri: RUN_EXTENSION, description: describeTerms(agent) }],
    },
    ...SECURITY,
    defaultInputModes: inputModes,
    defaultOutputModes: TEXT_AND_JSON,
    skills: [
      {
        id: "run",
        name: agent.name,
        description: describeSkill(agent),
        tags: agent.tags.length > 0 ? agent.tags : [agent.category],
        ...(agent.examples.length > 0 && { examples: agent.examples.map(toExample) }),
      },
    ],
  };
}

const describeTerms = ({ price_per_token, max_cost_per_run }: Agent) =>
  `Costs ${price_per_token} USD per token, at most ${max_cost_per_run} USD per task. Set a lower maxCost, a timeout in seconds or a version in the metadata of SendMessage. The metadata of a task has runId, cost, totalCost and tokensUsed.`;

function describeSkill({ description, input_params: parameters }: Agent): string {
  if (parameters.length === 0) return description;
  return `${description}\n\nFields of a data part:\n${parameters.map(describeParameter).join("\n")}`;
}

function describeParameter({ name, type, required, description, choices }: InputParam): string {
  const facts = [
    type,
    required ? "required" : "optional",
    ...(choices ? [`one of ${choices.join(", ")}`] : []),
  ];
  return `- ${name} (${facts.join(", ")})${description === "" ? "" : `: ${description}`}`;
}

/** Returns an example as a client would send it: its message, or its fields as JSON. */
function toExample(example: Readonly<Record<string, unknown>>): string {
  const { message, ...others } = example;
  return typeof message === "string" && Object.keys(others).length === 0 ? message : JSON.stringify(example);
}

/** Creates the card of the store's own agent, which finds agents. */
export function createStoreCard(urls: Omit<CardUrls, "provider">): UnsignedCard {
  return {
    name: "Stoa",
    description:
      "Finds agents of this store for a task. The reply lists matching agents with the URL of each agent's card.",
    supportedInterfaces: listInterfaces(urls.service),
    provider: { organization: "Stoa", url: urls.page },
    version: "1",
    documentationUrl: `${urls.page}/docs`,
    capabilities: { streaming: true, pushNotifications: false, extendedAgentCard: false },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: TEXT_AND_JSON,
    skills: [
      {
        id: "find-agents",
        name: "Find agents",
        description:
          "Returns the agents that match the words of a message. An empty message returns the most used ones.",
        tags: ["search", "agents", "marketplace"],
        examples: ["translate documents", "summarize a web page"],
      },
    ],
  };
}
