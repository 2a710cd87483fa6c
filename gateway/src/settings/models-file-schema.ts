import { z } from "zod";
import { MODEL_NAME } from "./gateway-config.ts";

const modelName = z.string().regex(MODEL_NAME, {
  error: "a name has letters, digits and . _ : / @ + -, at most 128 of them",
});
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "is the name of a variable" });

/** Nano-USD are the smallest price there is. */
const usd = z
  .number()
  .min(0)
  .max(9_999_999)
  .refine((value) => Number(value.toFixed(9)) === value, { error: "has more than 9 digits after the point" })
  .describe("US dollars per 1M tokens");

const prices = z.strictObject({
  prompt: usd,
  cached_prompt: usd.optional().describe("Read from the provider's cache; default: the prompt's price"),
  cache_write: usd.optional().describe("Written to the provider's cache; default: the prompt's price"),
  completion: usd.describe("Hidden reasoning included"),
});

const rates = z.strictObject({
  ...prices.shape,
  long_prompt: z
    .strictObject({ above: z.int().min(1), ...prices.shape })
    .optional()
    .describe("Prices of every token of a call whose prompt has more tokens than `above`"),
});

/** Longer than a run may last is of no use. */
const seconds = z.number().min(0.001).max(3_600);

const provider = z.strictObject({
  kind: z.enum(["openai", "anthropic", "google"]).describe("openai: every server that speaks its API"),
  base_url: z.string().optional().describe("Default: the kind's official address"),
  api_key: z
    .strictObject(
      { env: variable },
      { error: 'is written as { "env": "NAME" }: a key itself is not in this file' },
    )
    .optional()
    .describe("The variable that holds the key; none for a server that asks for none"),
  timeouts: z
    .strictObject({
      connect_seconds: seconds.optional(),
      first_byte_seconds: seconds.optional(),
      idle_seconds: seconds.optional().describe("Between two pieces of an answer"),
    })
    .optional(),
  circuit_breaker: z
    .strictObject({
      failures: z.int().min(1).max(1_000).optional().describe("In a row, after which no call is sent"),
      pause_seconds: seconds.optional().describe("After which one call tries whether it is well again"),
    })
    .optional(),
});

const model = z.strictObject({
  provider: z.string().describe("One of `providers`"),
  upstream: z.string().min(1).max(128).optional().describe("What the provider calls it; default: its name"),
  rates: rates.optional().describe("Default: the list price, where the model is known"),
  image_tokens: z.int().min(0).max(1_000_000).optional().describe("The most that one image costs"),
  reasoning: z.boolean().optional().describe("Spends completion tokens before the first visible one"),
  embeddings: z.boolean().optional().describe("Turns texts into vectors; `openai` providers only"),
  context_window: z.int().min(1).max(100_000_000).optional(),
  fallbacks: z
    .array(modelName)
    .max(8)
    .optional()
    .describe("Models that answer instead when its provider limits, fails or is not reached, in order"),
});

/** The file `stoa.models.json`. Unknown keys are errors. */
export const ModelsFile = z
  .strictObject({
    $schema: z.string().optional(),
    providers: z.record(z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/), provider),
    models: z.record(modelName, model),
    aliases: z.record(modelName, modelName).optional(),
    default_model: modelName
      .optional()
      .describe("What the name `default` means. Default: the first chat model of this file"),
  })
  .meta({ title: "stoa.models.json", description: "Providers, models and their prices for Stoa's gateway" });

export type ModelsFile = z.infer<typeof ModelsFile>;

/** The file's JSON Schema, for editors. */
export function modelsFileSchema(): object {
  return z.toJSONSchema(ModelsFile, { io: "input" });
}
