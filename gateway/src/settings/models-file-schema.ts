import { z } from "zod";
import { MODEL_NAME } from "./gateway-config.ts";

const modelName = z.string().regex(MODEL_NAME, {
  error: "must contain only letters, digits and . _ : / @ + -, at most 128 characters",
});
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "must be the name of a variable" });

/** Nano-USD is the smallest unit of a price. */
const usd = z
  .number()
  .min(0)
  .max(9_999_999)
  .refine((value) => Number(value.toFixed(9)) === value, { error: "has more than 9 digits after the point" })
  .describe("US dollars per 1M tokens");

const prices = z.strictObject({
  prompt: usd,
  cached_prompt: usd.optional().describe("Tokens read from the provider's cache. Default: the prompt price"),
  cache_write: usd.optional().describe("Tokens written to the provider's cache. Default: the prompt price"),
  completion: usd.describe("Completion tokens, including hidden reasoning"),
});

const rates = z.strictObject({
  ...prices.shape,
  long_prompt: z
    .strictObject({ above: z.int().min(1), ...prices.shape })
    .optional()
    .describe("Prices of all tokens of a call whose prompt has more than `above` tokens"),
});

/** At most one hour, which is longer than any run. */
const seconds = z.number().min(0.001).max(3_600);

const provider = z.strictObject({
  kind: z
    .enum(["openai", "anthropic", "google"])
    .describe("`openai` works with any server that has an OpenAI-compatible API"),
  base_url: z.string().optional().describe("Base URL. Default: the official URL of the kind"),
  api_key: z
    .strictObject({ env: variable }, { error: 'must be { "env": "NAME" }: this file must not contain keys' })
    .optional()
    .describe("The environment variable that contains the key. Omit it if the server needs no key"),
  timeouts: z
    .strictObject({
      connect_seconds: seconds.optional(),
      first_byte_seconds: seconds.optional(),
      idle_seconds: seconds.optional().describe("Maximum time between two chunks of a response"),
    })
    .optional(),
  circuit_breaker: z
    .strictObject({
      failures: z
        .int()
        .min(1)
        .max(1_000)
        .optional()
        .describe("Consecutive failures after which calls are blocked"),
      pause_seconds: seconds
        .optional()
        .describe("Time after which one call tests whether the provider has recovered"),
    })
    .optional(),
});

const model = z.strictObject({
  provider: z.string().describe("One of `providers`"),
  upstream: z
    .string()
    .min(1)
    .max(128)
    .optional()
    .describe("The provider's name for the model. Default: the model's name"),
  rates: rates.optional().describe("Prices. Default: the list price, if the model is known"),
  image_tokens: z
    .int()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe("Maximum number of tokens that one image costs"),
  reasoning: z
    .boolean()
    .optional()
    .describe("Whether the model spends completion tokens before the first visible one"),
  embeddings: z
    .boolean()
    .optional()
    .describe("Whether the model creates embeddings; `openai` providers only"),
  context_window: z.int().min(1).max(100_000_000).optional(),
  fallbacks: z
    .array(modelName)
    .max(8)
    .optional()
    .describe("Fallback models, in order, used if the provider limits calls, fails or is unreachable"),
});

/** The schema of the file `stoa.models.json`. Unknown keys are errors. */
export const ModelsFile = z
  .strictObject({
    $schema: z.string().optional(),
    providers: z.record(z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/), provider),
    models: z.record(modelName, model),
    aliases: z.record(modelName, modelName).optional(),
    default_model: modelName
      .optional()
      .describe("The model for the name `default`. Default: the first chat model of this file"),
  })
  .meta({ title: "stoa.models.json", description: "Providers, models and their prices for Stoa's gateway" });

export type ModelsFile = z.infer<typeof ModelsFile>;

/** Returns the file's JSON Schema, for editors. */
export function buildModelsFileSchema(): object {
  return z.toJSONSchema(ModelsFile, { io: "input" });
}
