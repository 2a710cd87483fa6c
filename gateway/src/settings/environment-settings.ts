import { type ModelRate, parseUsd, twoPrices, UNKNOWN_IMAGE_TOKENS } from "../rates/model-rate.ts";
import { OPENAI_DEFAULT_MODEL, OPENAI_RATES } from "../rates/openai-rates.ts";
import {
  BASIC_MODEL,
  DEFAULT_ALIAS,
  type Environment,
  firstChatModel,
  type GatewayConfig,
  GatewayConfigError,
  MODEL_NAME,
  type ModelConfig,
  OFFICIAL_BASE_URLS,
  type ProviderConfig,
  readBaseUrl,
  readKey,
  requireKnown,
  setting,
} from "./gateway-config.ts";
import { nameProvider } from "./provider-names.ts";

/** Variables that are ignored if a models file exists, because the file replaces them. */
export const SHORTHAND = [
  "OPENAI_BASE_URL",
  "STOA_MODELS",
  "STOA_DEFAULT_MODEL",
  "STOA_MODEL_ALIASES",
] as const;

/**
 * Reads the model settings from OPENAI_API_KEY, OPENAI_BASE_URL, STOA_MODELS, STOA_DEFAULT_MODEL and
 * STOA_MODEL_ALIASES: the short form of a file with one provider. Without a key and a base URL, only stoa-basic is
 * available.
 * @throws GatewayConfigError naming the invalid setting.
 */
export function readGatewayConfig(env: Environment): GatewayConfig {
  const provider = readProvider(env);
  const named = readRates(setting(env, "STOA_MODELS"));
  const models = provider === undefined ? new Map<string, ModelConfig>() : modelsOf(provider.name, named);
  const defaultModel = setting(env, "STOA_DEFAULT_MODEL") ?? chooseDefault(models, named);
  requireKnown("STOA_DEFAULT_MODEL", defaultModel, models.keys());
  const aliases = readAliases(env, models);
  return {
    providers: new Map(provider === undefined ? [] : [[provider.name, provider]]),
    models,
    aliases,
    defaultModel,
  };
}

function readProvider(env: Environment): ProviderConfig | undefined {
  const apiKey = readKey(env, "OPENAI_API_KEY");
  const address = setting(env, "OPENAI_BASE_URL");
  if (apiKey === undefined && address === undefined) {
    if (setting(env, "STOA_MODELS") === undefined) return undefined;
    throw new GatewayConfigError("STOA_MODELS needs a provider: set OPENAI_API_KEY or OPENAI_BASE_URL");
  }
  const baseUrl = readBaseUrl("OPENAI_BASE_URL", address ?? OFFICIAL_BASE_URLS.openai);
  return {
    name: nameProvider(baseUrl),
    kind: "openai",
    baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    timeouts: {},
    breaker: {},
  };
}

function modelsOf(provider: string, named: readonly [string, ModelRate][]): ReadonlyMap<string, ModelConfig> {
  const rates = new Map([...OPENAI_RATES, ...named]);
  return new Map(
    [...rates].map(([name, rate]) => [name, { name, provider, upstream: name, rate, fallbacks: [] }]),
  );
}

/** Returns the first chat model that the operator names, or else the inexpensive default from the price list. */
function chooseDefault(
  models: ReadonlyMap<string, ModelConfig>,
  named: readonly [string, ModelRate][],
): string {
  if (models.size === 0) return BASIC_MODEL;
  const first = firstChatModel(named.flatMap(([name]) => models.get(name) ?? []));
  return first === BASIC_MODEL ? OPENAI_DEFAULT_MODEL : first;
}

/** Splits "name=value,name=value" at the last equals sign of each entry. */
function readEntries(name: string, text: string | undefined, form: string): [string, string][] {
  const entries = (text ?? "").split(",").map((entry) => entry.trim());
  const read = entries
    .filter((entry) => entry !== "")
    .map((entry): [string, string] => {
      const at = entry.lastIndexOf("=");
      const key = entry.slice(0, at).trim();
      if (at < 1 || !MODEL_NAME.test(key)) {
        throw new GatewayConfigError(`${name} has the invalid entry "${entry}". Expected: ${form}`);
      }
      if (key === BASIC_MODEL || key === DEFAULT_ALIAS) {
        throw new GatewayConfigError(`${name} cannot redefine "${key}"`);
      }
      return [key, entry.slice(at + 1).trim()];
    });
  if (new Set(read.map(([key]) => key)).size < read.length) {
    throw new GatewayConfigError(`${name} contains a name twice`);
  }
  return read;
}

function readRates(text: string | undefined): [string, ModelRate][] {
  const form = "name=promptUSDper1M/completionUSDper1M, such as gpt-4o=2.50/10";
  return readEntries("STOA_MODELS", text, form).map(([name, prices]) => {
    const [prompt, completion, ...rest] = prices.split("/");
    if (prompt === undefined || completion === undefined || rest.length > 0) {
      throw new GatewayConfigError(
        `STOA_MODELS has the invalid entry "${name}=${prices}". Expected: ${form}`,
      );
    }
    try {
      return [name, operatorRate(name, parseUsd(prompt), parseUsd(completion))];
    } catch (cause) {
      const reason = cause instanceof RangeError ? cause.message : "unreadable";
      throw new GatewayConfigError(`STOA_MODELS, entry "${name}": ${reason}`);
    }
  });
}

/** The operator's two prices replace all list prices, but the token count of images stays. */
function operatorRate(name: string, promptNano: bigint, completionNano: bigint): ModelRate {
  const { longPrompt: _listed, ...shape } = OPENAI_RATES.get(name) ?? {
    imageTokens: UNKNOWN_IMAGE_TOKENS,
    reasons: false,
  };
  return { ...shape, ...twoPrices(promptNano, completionNano) };
}

function readAliases(
  env: Environment,
  models: ReadonlyMap<string, ModelConfig>,
): ReadonlyMap<string, string> {
  const entries = readEntries("STOA_MODEL_ALIASES", setting(env, "STOA_MODEL_ALIASES"), "alias=model");
  for (const [, model] of entries) requireKnown("STOA_MODEL_ALIASES", model, models.keys());
  return new Map(entries);
}
