import * as z from "zod";
import { Agent, Category, FrameworkName, InputParam, PriceAdvice, Visibility } from "./catalog.ts";
import { LIMITS } from "./limits.ts";
import { isWholeMicroUsd } from "./money.ts";
import { TEXTS } from "./texts.ts";
import { isStorable, NOT_STORABLE, readDecimal } from "./values.ts";

/** One check of an upload, as the developer sees it. */
export const UploadCheck = z
  .object({
    name: z.enum([
      "size",
      "syntax",
      "framework",
      "entry_point",
      "models",
      "connectors",
      "network",
      "agents",
      "secrets",
      "trial_run",
      "environment",
    ]),
    label: z.string(),
    status: z
      .enum(["passed", "warning", "failed", "skipped"])
      .meta({ description: "A `warning` does not prevent the upload" }),
    detail: z.string(),
    line: z.int().optional(),
    suggested_script: z.string().exactOptional().meta({
      description:
        "Inline script metadata (PEP 723) to add at the top of the file. It declares the packages that the file imports. Only the check of packages returns it",
    }),
  })
  .meta({ id: "UploadCheck" });
export type UploadCheck = z.infer<typeof UploadCheck>;

const PriceNumber = z
  .number({ error: "Price per token must be a decimal number such as 0.0001" })
  .min(0, "Price per token must be 0 or more")
  .max(LIMITS.priceMaxUsdPerToken, `Price per token must be at most ${LIMITS.priceMaxUsdPerToken} USD`)
  .refine(isWholeMicroUsd, "Price per token must be a multiple of 0.000001");

const SponsorLimit = z
  .number({ error: "Maximum subsidy per run must be a number" })
  .min(0, "Maximum subsidy per run must be 0 or more")
  .max(LIMITS.maxCostUsd, `Maximum subsidy per run must be at most ${LIMITS.maxCostUsd} USD`)
  .meta({
    description:
      "Maximum amount in USD that you pay per run if its model cost is higher than the caller's price covers",
  });

const CONFIRM_PRICE = `A price above ${LIMITS.unconfirmedPriceUsdPerToken} USD per token (${LIMITS.unconfirmedPriceUsdPerToken * 1_000_000} USD per 1M tokens) is accepted only with \`confirm_price: true\``;

const Name = z
  .string({ error: TEXTS.upload.nameRequired })
  .trim()
  .min(1, TEXTS.upload.nameRequired)
  .max(LIMITS.agentNameMaxLength, `Agent name must be at most ${LIMITS.agentNameMaxLength} characters long`)
  .refine(isStorable, NOT_STORABLE);
const Description = z
  .string({ error: TEXTS.upload.descriptionRequired })
  .trim()
  .min(1, TEXTS.upload.descriptionRequired)
  .max(
    LIMITS.agentDescriptionMaxLength,
    `Description must be at most ${LIMITS.agentDescriptionMaxLength} characters long`,
  )
  .refine(isStorable, NOT_STORABLE);
const Documentation = z
  .string({ error: TEXTS.upload.documentationRequired })
  .trim()
  .min(LIMITS.documentationMinLength, TEXTS.upload.documentationRequired)
  .max(
    LIMITS.documentationMaxLength,
    `Documentation must be at most ${LIMITS.documentationMaxLength} characters long`,
  )
  .refine(isStorable, NOT_STORABLE);

/** The maximum length of a node's name. Names in practice are shorter. */
const NODE_NAME_MAX = 200;

export const OutputNode = z
  .preprocess(
    (value) => (value === "" ? undefined : value),
    z.string().max(NODE_NAME_MAX, `Node name must be at most ${NODE_NAME_MAX} characters long`).optional(),
  )
  .meta({
    description:
      "For an n8n workflow, the node whose output is the output of the agent. Default: the node that the file names in `meta.stoa.output`, otherwise Respond to Webhook or the last node",
  });

/** A form's checkbox, sent as the string `true` or `false`. */
export const AllowMissingModels = z
  .preprocess(
    (value) =>
      value === true ? "true" : value === "" || value === undefined || value === false ? "false" : value,
    z.enum(["true", "false"], { error: "Send true or false" }),
  )
  .transform((value) => value === "true")
  .meta({
    description:
      "Whether to accept a file that names models that this server does not offer. If `true`, the agent is not listed and cannot run until they are offered. By default, the file is refused",
  });

/**
 * The form fields of an upload without the file. Form values are strings, so the price is parsed from a string; an
 * empty string means the default.
 */
export const UploadFields = z
  .strictObject({
    name: Name,
    description: Description,
    documentation: Documentation,
    category: z.preprocess((value) => (value === "" ? undefined : value), Category.default("general")),
    price_per_token: z.preprocess(readDecimal, PriceNumber.default(0.0001)),
    confirm_price: z
      .preprocess(
        (value) => (value === "" ? undefined : value === "true" ? true : value === "false" ? false : value),
        z.boolean({ error: "confirm_price must be true or false" }).default(false),
      )
      .meta({ description: CONFIRM_PRICE }),
    sponsor_limit_per_run: z.preprocess(readDecimal, SponsorLimit.default(0)),
    output_node: OutputNode,
    allow_missing_models: AllowMissingModels,
    visibility: z.preprocess((value) => (value === "" ? undefined : value), Visibility.default("public")),
  })
  .meta({ id: "UploadFields" });
export type UploadFields = z.infer<typeof UploadFields>;

const listItem = (maxLength: number) =>
  z.string().trim().min(1).max(maxLength).refine(isStorable, NOT_STORABLE);

const Texts = z.array(listItem(LIMITS.listItemMaxLength)).max(LIMITS.listItemsMax);

export const UpdateAgentRequest = z
  .strictObject({
    name: Name,
    description: Description,
    documentation: Documentation,
    category: Category,
    tags: z.array(listItem(LIMITS.tagMaxLength)).max(LIMITS.tagsMax),
    features: Texts,
    use_cases: Texts,
    price_per_token: PriceNumber,
    max_cost_per_run: z
      .number({ error: "Maximum cost per run must be a number" })
      .min(0, "Maximum cost per run must be 0 or more")
      .max(LIMITS.maxCostUsd, `Maximum cost per run must be at most ${LIMITS.maxCostUsd} USD`),
    sponsor_limit_per_run: SponsorLimit,
    confirm_price: z
      .boolean({ error: "confirm_price must be true or false" })
      .meta({ description: CONFIRM_PRICE }),
    is_active: z.boolean(),
    is_archived: z.boolean(),
    visibility: Visibility,
  })
  .partial()
  .meta({ id: "UpdateAgentRequest" });
export type UpdateAgentRequest = z.infer<typeof UpdateAgentRequest>;

export const UploadReply = z
  .object({ agent: Agent, checks: z.array(UploadCheck) })
  .meta({ id: "UploadReply" });
export type UploadReply = z.infer<typeof UploadReply>;

export const InspectFields = z
  .strictObject({ allow_missing_models: AllowMissingModels })
  .meta({ id: "InspectFields" });
export type InspectFields = z.infer<typeof InspectFields>;

/** The result of inspecting a file before it is uploaded (docs/product-rules.md#framework-recognized). */
export const InspectReply = z
  .object({
    framework: FrameworkName.nullable(),
    suggested: z.object({ name: z.string().nullable(), description: z.string().nullable() }),
    input_params: z.array(InputParam),
    output_nodes: z.array(z.string()).meta({
      description:
        "For an n8n workflow, the nodes that a run can reach and that can provide the output of the agent",
    }),
    price_advice: PriceAdvice.meta({
      description: "How the price compares to the cost of the models in the file",
    }),
    output_node: z
      .string()
      .nullable()
      .meta({ description: "The output node that the file names; null if it names none" }),
    checks: z.array(UploadCheck),
  })
  .meta({ id: "InspectReply" });
export type InspectReply = z.infer<typeof InspectReply>;
