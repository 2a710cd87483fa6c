import * as z from "zod";
import { AgentMemory } from "./agent-memory.ts";
import { AGENT_ORDERS, CATEGORIES, FRAMEWORKS, PRICINGS, VISIBILITIES } from "./catalog-labels.ts";
import { ConnectorUse } from "./connectors.ts";
import { LIMITS } from "./limits.ts";
import { Json, NextCursor, pageQuery, Timestamp, Usd } from "./values.ts";

export const Category = z.enum(CATEGORIES).meta({ id: "Category" });
export type Category = z.infer<typeof Category>;

export const FrameworkName = z.enum(FRAMEWORKS).meta({ id: "Framework" });
export type FrameworkName = z.infer<typeof FrameworkName>;

export const Visibility = z.enum(VISIBILITIES).meta({
  id: "Visibility",
  description:
    "`public`: listed, and anyone can run it. `unlisted`: not listed, but anyone who has the link can run it. `private`: only members of its owner's account can see and run it; all others get a 404",
});

export type Visibility = z.infer<typeof Visibility>;

export const Pricing = z.enum(PRICINGS);
export const AgentSort = z.enum(AGENT_ORDERS);
export type AgentSort = z.infer<typeof AgentSort>;

export const ParameterType = z
  .enum(["string", "integer", "number", "boolean", "array", "object", "file", "files"])
  .meta({
    id: "ParameterType",
    description: "`file`: the ID of one of your files. `files`: a list of such IDs",
  });
export type ParameterType = z.infer<typeof ParameterType>;

export const InputParam = z
  .object({
    name: z.string(),
    type: ParameterType,
    required: z.boolean(),
    description: z.string(),
    default: Json.optional(),
    choices: z.array(z.string()).optional(),
    accept: z.array(z.string()).optional().meta({
      description:
        "File name extensions that the agent expects, such as `.csv`; other files are allowed, too",
    }),
  })
  .meta({ id: "InputParam" });
export type InputParam = z.infer<typeof InputParam>;

/** The data of an agent's card. Fields that have two names are sent under both. Figures without data are null. */
export const AgentSummary = z
  .object({
    id: z.int(),
    name: z.string(),
    developer: z.string(),
    owner_username: z.string(),
    description: z.string(),
    category: Category,
    price: z.string().meta({ description: "Price in USD per token, as text" }),
    price_per_token: Usd,
    rating: z.number().nullable(),
    average_rating: z.number().nullable(),
    reviews: z.int(),
    users: z
      .int()
      .meta({ description: "Number of accounts, except the owner's, that were charged for a run" }),
    total_executions: z.int().meta({ description: "Number of completed runs by users other than the owner" }),
    success_rate: z.number().nullable().meta({
      description:
        "Percentage of completed runs among the runs by other users that completed or failed because of the agent; null without such runs",
    }),
    median_time: z.number().nullable().meta({
      description: "Median duration of completed runs by other users, in seconds; null until measured",
    }),
    tags: z.array(z.string()),
    is_active: z.boolean(),
    visibility: Visibility,
    created_at: Timestamp,
    agent_type: z.string(),
    framework: FrameworkName,
    full_description: z.string().meta({
      description: `Documentation. Lists contain only its first ${LIMITS.listedDocumentationMaxLength} characters`,
    }),
    features: z.array(z.string()),
    use_cases: z.array(z.string()),
    input_params: z.array(InputParam),
  })
  .meta({ id: "AgentSummary" });
export type AgentSummary = z.infer<typeof AgentSummary>;

/** An agent that another agent may call. Its name and price are null if it can no longer be run. */
export const CalledAgent = z
  .object({ id: z.int(), name: z.string().nullable(), price_per_token: Usd.nullable() })
  .meta({ id: "CalledAgent" });
export type CalledAgent = z.infer<typeof CalledAgent>;

/**
 * A price increase that the agent's developer has announced. Runs that start before it takes effect cost the current
 * price.
 */
export const NextPrice = z
  .object({ price_per_token: Usd, effective_from: Timestamp })
  .meta({ id: "NextPrice" });
export type NextPrice = z.infer<typeof NextPrice>;

/** An agent's price compared to the cost of its models. Prices are USD per token. */
export const PriceAdvice = z
  .object({
    model_cost_per_1000_tokens: Usd.meta({
      description:
        "Cost of 1,000 tokens of the most expensive declared model, at three prompt tokens per completion token; 0 if the agent declares no model or only free ones",
    }),
    lowest_price_per_token: Usd.meta({
      description: "Lowest price that covers the cost of every token of its models",
    }),
    suggested_price_per_token: Usd,
    share_percent: z
      .int()
      .meta({ description: "Your share of the amount that remains after model cost, as set by your plan" }),
  })
  .meta({ id: "PriceAdvice" });
export type PriceAdvice = z.infer<typeof PriceAdvice>;

/** The operator's suspension of an agent, visible to its owner. */
export const Suspension = z.object({ reason: z.string(), since: Timestamp }).meta({ id: "Suspension" });
export type Suspension = z.infer<typeof Suspension>;

/** The automatic pause of an agent that failed for all callers, visible to its owner. */
export const AgentPause = z.object({ reason: z.string(), since: Timestamp }).meta({ id: "AgentPause" });
export type AgentPause = z.infer<typeof AgentPause>;

export const Agent = AgentSummary.extend({
  examples: z.array(z.record(z.string(), Json)),
  models: z.array(z.string()).meta({ description: "Models that its file names" }),
  missing_models: z.array(z.string()).meta({
    description:
      "Models that its file names and that this server does not offer now. If there are any, the agent is not listed and cannot run",
  }),
  connectors: z.array(ConnectorUse).meta({
    description: "Services that it uses with the connectors of its callers, with methods and paths",
  }),
  called_agents: z.array(CalledAgent).meta({
    description: "Other agents that it can call. Their cost counts toward the cost limit of the run",
  }),
  hosts: z.array(z.string()).exactOptional().meta({
    description:
      "Hosts that its runs reach on the internet. They can reach no other hosts without a connector. `*` stands for any public host, `*.example.com` for all hosts below a domain",
  }),
  model_hosts: z.array(z.string()).exactOptional().meta({
    description:
      "The subset of `hosts` at which the developer calls models with their own key. Stoa does not meter these calls",
  }),
  packages: z.array(z.string()).exactOptional().meta({
    description:
      "Packages that the file of the current version declares. Omitted if it runs with the packages of the server",
  }),
  engine: z.literal("n8n").exactOptional().meta({
    description:
      "`n8n` if the agent runs on its developer's own n8n server, which receives the caller's input; otherwise omitted",
  }),
  memory: AgentMemory,
  remembers_callers: z.literal(true).exactOptional().meta({
    description:
      "Set if the agent remembers values about its callers between runs. Each caller sees and deletes theirs in Settings",
  }),
  version: z.int(),
  next_price: NextPrice.nullable(),
  updated_at: Timestamp,
  max_cost_per_run: Usd,
  typical_tokens: z.number().nullable().meta({ description: "Median number of tokens of a charged run" }),
  is_owner: z.boolean(),
  is_archived: z.boolean().meta({
    description:
      "Whether its owner archived it. An archived agent is not listed, cannot run and does not count toward the plan's limit",
  }),
  sponsor_limit_per_run: Usd.exactOptional().meta({
    description:
      "Maximum amount in USD that the owner pays per run if its model cost is higher than the caller's price covers. Returned only to the owner",
  }),
  price_advice: PriceAdvice.exactOptional().meta({
    description: "How its price compares to the cost of its models. Returned only to the owner",
  }),
  suspension: Suspension.exactOptional().meta({
    description:
      "Why an operator suspended the agent; omitted if it is not suspended. Returned only to the owner",
  }),
  pause: AgentPause.exactOptional().meta({
    description:
      "Why the server paused the agent: it failed for all callers. A paused agent is inactive until its owner sets `is_active` to true or makes another version current. Omitted if it is not paused. Returned only to the owner",
  }),
  environment_digest: z.string().exactOptional().meta({
    description:
      "Identifies the locked packages that the version was checked with; omitted if it uses none. Returned only to the owner",
  }),
}).meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;

const Count = z.record(z.string(), z.int());

/** How many agents each value of a filter would show if the other filters stay the same. */
export const Facets = z
  .object({
    category: Count,
    framework: Count,
    pricing: Count,
    model: Count.meta({
      description: "Number of agents per model that they use. An agent can use several models, or none",
    }),
  })
  .meta({ id: "Facets" });
export type Facets = z.infer<typeof Facets>;

export const AgentList = z
  .object({
    agents: z.array(AgentSummary),
    total: z.int(),
    next_cursor: NextCursor,
    facets: Facets,
  })
  .meta({ id: "AgentList" });
export type AgentList = z.infer<typeof AgentList>;

/** Converts an empty filter value and "all" to no filter, because early clients send them. */
const dropAll = (value: unknown) => (value === "" || value === "all" ? undefined : value);
const filter = <S extends z.ZodType>(schema: S) => z.preprocess(dropAll, schema.optional());

/**
 * Returns the schema of a filter whose values are compared without case: LangChain, langchain and LANGCHAIN are equal.
 */
export const createChoiceFilter = <V extends string>(schema: z.ZodEnum<{ [K in V]: K }>) =>
  z.preprocess((value) => {
    const parsedValue = dropAll(value);
    if (typeof parsedValue !== "string") return parsedValue;
    return (
      schema.options.find((option) => option.toLowerCase() === parsedValue.trim().toLowerCase()) ??
      parsedValue
    );
  }, schema.optional());

/** A username in a path or query. */
export const DeveloperName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{3,32}$/, "A username has 3 to 32 letters, digits, hyphens or underscores");

export const AgentListQuery = z.object({
  ...pageQuery,
  category: createChoiceFilter(Category),
  framework: createChoiceFilter(FrameworkName),
  pricing: createChoiceFilter(Pricing),
  model: filter(z.string().max(LIMITS.modelNameMaxLength)).meta({
    description:
      "`id` of a model from `GET /models`: only agents that use this model; empty or `all` means every agent",
  }),
  search: filter(z.string().max(LIMITS.searchMaxLength)),
  sort: createChoiceFilter(AgentSort),
  developer: filter(DeveloperName).meta({ description: "Username of a developer: only their agents" }),
  favourites: filter(z.enum(["true", "false"])).meta({
    description: "`true`: only your favorite agents. Requires a credential",
  }),
});
export type AgentListQuery = z.infer<typeof AgentListQuery>;

export const MyAgents = z.object({ agents: z.array(Agent), total: z.int() }).meta({ id: "MyAgents" });
