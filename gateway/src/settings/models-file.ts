import { describeValue } from "@stoa/contract/issue-messages";
import { ANTHROPIC_RATES } from "../rates/anthropic-rates.ts";
import { GOOGLE_RATES } from "../rates/google-rates.ts";
import { type ModelRate, parseUsd, type TokenPrices, UNKNOWN_IMAGE_TOKENS } from "../rates/model-rate.ts";
import { OPENAI_RATES } from "../rates/openai-rates.ts";
import {
  BASIC_MODEL,
  DEFAULT_ALIAS,
  type Environment,
  findFirstChatModel,
  type GatewayConfig,
  GatewayConfigError,
  type ModelConfig,
  OFFICIAL_BASE_URLS,
  type ProviderConfig,
  type ProviderKind,
  readBaseUrl,
  readKey,
  requireKnown,
} from "./gateway-config.ts";
import { ModelsFile } from "./models-file-schema.ts";

const LISTED: Readonly<Record<ProviderKind, ReadonlyMap<string, ModelRate>>> = {
  openai: OPENAI_RATES,
  anthropic: ANTHROPIC_RATES,
  google: GOOGLE_RATES,
};

/**
 * Parses a models file. The keys come from the environment variables that the file names.
 * @throws GatewayConfigError naming the path of the invalid value.
 */
export function parseModelsFile(text: string, env: Environment): GatewayConfig {
  const file = validateModelsFile(text);
  const providers = new Map(
    Object.entries(file.providers).map(([name, written]) => [name, readProvider(name, written, env)]),
  );
  const models = new Map(
    Object.entries(file.models).map(([name, written]) => [name, readModel(name, written, providers)]),
  );
  for (const model of models.values()) checkFallbacks(model, models);
  const aliases = new Map(Object.entries(file.aliases ?? {}));
  for (const [alias, model] of aliases) {
    requireFree(`aliases.${alias}`, alias);
    if (models.has(alias)) throw new GatewayConfigError(`aliases.${alias}: a model already has this name`);
    requireKnown(`aliases.${alias}`, model, models.keys());
  }
  const defaultModel = file.default_model ?? findFirstChatModel(models.values());
  requireKnown("default_model", defaultModel, models.keys());
  return { providers, models, aliases, defaultModel };
}

function validateModelsFile(text: string): ModelsFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new GatewayConfigError(`the file is not valid JSON${locateError(error, text)}`);
  }
  const read = ModelsFile.safeParse(parsed, { error: describeValue });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === "unrecognized_keys") {
    throw new GatewayConfigError(
      `${[...path, ...issue.keys.slice(0, 1)].join(".")}: this setting does not exist`,
    );
  }
  throw new GatewayConfigError(`${path.join(".") || "the file"}: ${issue?.message ?? "cannot be read"}`);
}

/**
 * Returns the line of a JSON error, as in ", line 3", or an empty string if the line is unknown. Omits the text of the
 * line, because an operator may have written a key there.
 */
function locateError(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1];
  return position === undefined ? "" : `, line ${text.slice(0, Number(position)).split("\n").length}`;
}

function readProvider(
  name: string,
  { kind, base_url, api_key, timeouts, circuit_breaker }: ModelsFile["providers"][string],
  env: Environment,
): ProviderConfig {
  const path = `providers.${name}`;
  const baseUrl = readBaseUrl(`${path}.base_url`, base_url ?? OFFICIAL_BASE_URLS[kind]);
  const apiKey = api_key && readKey(env, api_key.env);
  if (api_key !== undefined && apiKey === undefined) {
    throw new GatewayConfigError(`${path}.api_key: the variable ${api_key.env} is not set`);
  }
  if (apiKey === undefined && kind !== "openai") {
    throw new GatewayConfigError(`${path}.api_key: required for the kind ${kind}`);
  }
  return {
    name,
    kind,
    baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    timeouts: {
      ...toMilliseconds("connectMs", timeouts?.connect_seconds),
      ...toMilliseconds("firstByteMs", timeouts?.first_byte_seconds),
      ...toMilliseconds("idleMs", timeouts?.idle_seconds),
    },
    breaker: {
      ...(circuit_breaker?.failures === undefined ? {} : { failures: circuit_breaker.failures }),
      ...toMilliseconds("pauseMs", circuit_breaker?.pause_seconds),
    },
  };
}

function toMilliseconds<Name extends string>(name: Name, seconds: number | undefined) {
  return (seconds === undefined ? {} : { [name]: Math.round(seconds * 1_000) }) as Partial<
    Record<Name, number>
  >;
}

function readModel(
  name: string,
  written: ModelsFile["models"][string],
  providers: ReadonlyMap<string, ProviderConfig>,
): ModelConfig {
  const path = `models.${name}`;
  requireFree(path, name);
  const provider = providers.get(written.provider);
  if (provider === undefined) {
    const names = [...providers.keys()].join(", ");
    throw new GatewayConfigError(
      `${path}.provider: unknown provider "${written.provider}". Available: ${names}`,
    );
  }
  const upstream = written.upstream ?? name;
  const rate = readRate(path, written, LISTED[provider.kind].get(upstream));
  if (rate.embeds === true && provider.kind !== "openai") {
    throw new GatewayConfigError(`${path}.embeddings: only supported for providers of the kind openai`);
  }
  return { name, provider: provider.name, upstream, rate, fallbacks: written.fallbacks ?? [] };
}

function readRate(
  path: string,
  { rates, image_tokens, reasoning, embeddings, context_window }: ModelsFile["models"][string],
  knownRate: ModelRate | undefined,
): ModelRate {
  if (rates === undefined && knownRate === undefined) {
    throw new GatewayConfigError(`${path}.rates: required, because this model has no list price`);
  }
  const { longPrompt, embeds, ...shape } = knownRate ?? {
    ...toTokenPrices({ prompt: 0, completion: 0 }),
    imageTokens: UNKNOWN_IMAGE_TOKENS,
    reasons: false,
  };
  const long = rates?.long_prompt && { ...toTokenPrices(rates.long_prompt), above: rates.long_prompt.above };
  const tier = rates === undefined ? longPrompt : long;
  return {
    ...shape,
    ...(rates === undefined ? {} : toTokenPrices(rates)),
    ...(tier === undefined ? {} : { longPrompt: tier }),
    ...(image_tokens === undefined ? {} : { imageTokens: image_tokens }),
    ...(reasoning === undefined ? {} : { reasons: reasoning }),
    ...(context_window === undefined ? {} : { contextWindow: context_window }),
    ...((embeddings ?? embeds) === true ? { embeds: true as const } : {}),
  };
}

interface WrittenPrices {
  prompt: number;
  cached_prompt?: number | undefined;
  cache_write?: number | undefined;
  completion: number;
}

function toTokenPrices({ prompt, cached_prompt, cache_write, completion }: WrittenPrices): TokenPrices {
  const toNano = (usd: number) => parseUsd(usd.toFixed(9));
  return {
    promptNano: toNano(prompt),
    cachedPromptNano: toNano(cached_prompt ?? prompt),
    cacheWriteNano: toNano(cache_write ?? prompt),
    completionNano: toNano(completion),
  };
}

function requireFree(path: string, name: string): void {
  if (name !== BASIC_MODEL && name !== DEFAULT_ALIAS) return;
  throw new GatewayConfigError(`${path}: the name "${name}" is reserved`);
}

function checkFallbacks(model: ModelConfig, models: ReadonlyMap<string, ModelConfig>): void {
  for (const [index, name] of model.fallbacks.entries()) {
    const path = `models.${model.name}.fallbacks[${index}]`;
    const other = models.get(name);
    if (other === undefined) {
      const others = [...models.keys()].filter((known) => known !== model.name);
      throw new GatewayConfigError(
        `${path}: unknown model "${name}". Available: ${others.join(", ") || "none"}`,
      );
    }
    if (name === model.name || model.fallbacks.indexOf(name) < index) {
      throw new GatewayConfigError(`${path}: "${name}" is listed twice`);
    }
    if (model.rate.embeds === true || other.rate.embeds === true) {
      throw new GatewayConfigError(`${path}: embedding models cannot replace each other`);
    }
  }
}
