import { createTokenPrices, type ModelRate, parseUsd, UNKNOWN_IMAGE_TOKENS } from "../rates/model-rate.ts";
import { OPENAI_DEFAULT_MODEL, OPENAI_RATES } from "../rates/openai-rates.ts";
import {
  BASIC_MODEL,
  DEFAULT_ALIAS,
  type Environment,
  findFirstChatModel,
  type GatewayConfig,
  GatewayConfigError,
  getSetting,
  MODEL_NAME,
  type ModelConfig,
  OFFICIAL_BASE_URLS,
  type ProviderConfig,
  readBaseUrl,
  readKey,
  requireKnown,
} from "./gateway-config.ts";

/** Public names of common providers, keyed by host. */
const PROVIDER_NAMES: Readonly<Record<string, string>> = {
  "api.anthropic.com": "anthropic",
  "api.deepseek.com": "deepseek",
  "api.fireworks.ai": "fireworks",
  "api.groq.com": "groq",
  "api.mistral.ai": "mistral",
  "api.openai.com": "openai",
  "api.together.xyz": "together",
  "api.x.ai": "xai",
  "generativelanguage.googleapis.com": "google",
  "openrouter.ai": "openrouter",
};

/** Azure gives each customer a subdomain of this host. */
const AZURE_DOMAIN = ".openai.azure.com";

const OWN_SERVER = "own-server";

interface Shown {
  /** The accepted values, for `docs/settings.md`. */
  type: string;
  /** The behavior without the variable, in Markdown. */
  default: string;
  /** The meaning of the variable, in Markdown. */
  meaning: string;
}

/** Every variable that this file reads, with its row in `docs/settings.md`. */
export const ENVIRONMENT_SETTINGS = {
  OPENAI_API_KEY: {
    type: "text",
    default: "none",
    meaning: "the key of the model provider",
  },
  OPENAI_BASE_URL: {
    type: "URL",
    default: `\`${OFFICIAL_BASE_URLS.openai}\``,
    meaning: "any server with OpenAI's API; a local one needs no key",
  },
  STOA_MODELS: {
    type: "`name=promptUSDper1M/completionUSDper1M,...`",
    default: "OpenAI's models",
    meaning: "rates of models, and models in addition to OpenAI's",
  },
  STOA_DEFAULT_MODEL: {
    type: "text",
    default: `the first chat model of \`STOA_MODELS\`, else \`${OPENAI_DEFAULT_MODEL}\`; \`${BASIC_MODEL}\` without a provider`,
    meaning: `the model that the name \`${DEFAULT_ALIAS}\` stands for`,
  },
  STOA_MODEL_ALIASES: { type: "`alias=model,...`", default: "none", meaning: "more names for models" },
} as const satisfies Record<string, Shown>;

type SettingName = keyof typeof ENVIRONMENT_SETTINGS;

/**
 * Variables that are ignored if a models file exists, because the file replaces them. The file can name the key's
 * variable.
 */
export const SHORTHAND = (Object.keys(ENVIRONMENT_SETTINGS) as SettingName[]).filter(
  (name) => name !== "OPENAI_API_KEY",
);

/**
 * Reads the model settings from environment variables: the short form of a file with one provider. If neither a key nor
 * a base URL is set, only stoa-basic is available.
 * @throws GatewayConfigError naming the invalid setting.
 */
export function readGatewayConfig(env: Environment): GatewayConfig {
  const provider = readProvider(env);
  const namedRates = readRates(readSetting(env, "STOA_MODELS"));
  const models =
    provider === undefined ? new Map<string, ModelConfig>() : toModelConfigs(provider.name, namedRates);
  const defaultModel = readSetting(env, "STOA_DEFAULT_MODEL") ?? chooseDefault(models, namedRates);
  requireKnown("STOA_DEFAULT_MODEL", defaultModel, models.keys());
  const aliases = readAliases(env, models);
  return {
    providers: new Map(provider === undefined ? [] : [[provider.name, provider]]),
    models,
    aliases,
    defaultModel,
  };
}

const readSetting = (env: Environment, name: SettingName) => getSetting(env, name);

function readProvider(env: Environment): ProviderConfig | undefined {
  const apiKey = readKey(env, "OPENAI_API_KEY");
  const address = readSetting(env, "OPENAI_BASE_URL");
  if (apiKey === undefined && address === undefined) {
    if (readSetting(env, "STOA_MODELS") === undefined) return undefined;
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

function toModelConfigs(
  provider: string,
  namedRates: readonly [string, ModelRate][],
): ReadonlyMap<string, ModelConfig> {
  const rates = new Map([...OPENAI_RATES, ...namedRates]);
  return new Map(
    [...rates].map(([name, rate]) => [name, { name, provider, upstream: name, rate, fallbacks: [] }]),
  );
}

/**
 * Returns the first chat model that the operator names, or else the inexpensive default from the price list. Returns
 * stoa-basic if there is no provider.
 */
function chooseDefault(
  models: ReadonlyMap<string, ModelConfig>,
  namedRates: readonly [string, ModelRate][],
): string {
  if (models.size === 0) return BASIC_MODEL;
  const first = findFirstChatModel(namedRates.flatMap(([name]) => models.get(name) ?? []));
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
      return [name, createOperatorRate(name, parseUsd(prompt), parseUsd(completion))];
    } catch (cause) {
      const reason = cause instanceof RangeError ? cause.message : "unreadable";
      throw new GatewayConfigError(`STOA_MODELS, entry "${name}": ${reason}`);
    }
  });
}

/**
 * Returns a rate with the operator's two prices in place of all list prices. The token count of images stays the same.
 */
function createOperatorRate(name: string, promptNano: bigint, completionNano: bigint): ModelRate {
  const { longPrompt: _listed, ...shape } = OPENAI_RATES.get(name) ?? {
    imageTokens: UNKNOWN_IMAGE_TOKENS,
    reasons: false,
  };
  return { ...shape, ...createTokenPrices(promptNano, completionNano) };
}

function readAliases(
  env: Environment,
  models: ReadonlyMap<string, ModelConfig>,
): ReadonlyMap<string, string> {
  const entries = readEntries("STOA_MODEL_ALIASES", readSetting(env, "STOA_MODEL_ALIASES"), "alias=model");
  for (const [, model] of entries) requireKnown("STOA_MODEL_ALIASES", model, models.keys());
  return new Map(entries);
}

/**
 * Returns the public name of a provider. Visitors see it in the list of models, so it does not contain the host of an
 * unknown provider: the operator's own server may be in a private network.
 */
function nameProvider(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return PROVIDER_NAMES[hostname] ?? (hostname.endsWith(AZURE_DOMAIN) ? "azure" : OWN_SERVER);
}
