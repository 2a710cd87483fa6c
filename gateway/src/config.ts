import { type ModelRate, OPENAI_RATES, operatorRate, parseUsd } from "./rates.ts";

/** The one provider that model calls go to. */
export interface ProviderConfig {
  /** `openai` for the official address, else the host of the base URL. */
  name: string;
  /** Without a trailing slash, such as https://api.openai.com/v1. */
  baseUrl: string;
  /** Absent for a server of the operator's own that asks for none. */
  apiKey?: string;
  models: ReadonlyMap<string, ModelRate>;
}

/** What the operator decided about models. */
export interface GatewayConfig {
  provider?: ProviderConfig;
  /** The model that the alias `default` means. */
  defaultModel: string;
  /** Names that the operator mapped to a model. */
  aliases: ReadonlyMap<string, string>;
}

export const BASIC_MODEL = "stoa-basic";
export const DEFAULT_ALIAS = "default";
export const OFFICIAL_BASE_URL = "https://api.openai.com/v1";

/** Room for names such as org/model:tag; no blanks, no commas, no equals sign, which separate entries. */
const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}$/;

/** A setting that cannot be used; the message names it and says what it should look like. */
export class GatewayConfigError extends Error {
  override readonly name = "GatewayConfigError";
}

/**
 * Reads the model settings: OPENAI_API_KEY, OPENAI_BASE_URL, STOA_MODELS, STOA_DEFAULT_MODEL and
 * STOA_MODEL_ALIASES. Without a key and a base URL there is stoa-basic alone.
 * @throws GatewayConfigError naming the setting that is wrong.
 */
export function readGatewayConfig(env: Readonly<Record<string, string | undefined>>): GatewayConfig {
  const provider = readProvider(env);
  const known = new Set([BASIC_MODEL, ...(provider?.models.keys() ?? [])]);
  const defaultModel = setting(env, "STOA_DEFAULT_MODEL") ?? BASIC_MODEL;
  requireKnown("STOA_DEFAULT_MODEL", defaultModel, known);
  const aliases = readAliases(env, known);
  return { ...(provider === undefined ? {} : { provider }), defaultModel, aliases };
}

function setting(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

function requireKnown(name: string, model: string, known: ReadonlySet<string>): void {
  if (known.has(model)) return;
  throw new GatewayConfigError(`${name} names the model "${model}". There is: ${[...known].join(", ")}`);
}

function readProvider(env: Readonly<Record<string, string | undefined>>): ProviderConfig | undefined {
  const apiKey = setting(env, "OPENAI_API_KEY");
  const address = setting(env, "OPENAI_BASE_URL");
  const models = setting(env, "STOA_MODELS");
  if (apiKey === undefined && address === undefined) {
    if (models === undefined) return undefined;
    throw new GatewayConfigError("STOA_MODELS needs a provider: set OPENAI_API_KEY or OPENAI_BASE_URL");
  }
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new GatewayConfigError("OPENAI_API_KEY holds a character that no key has");
  }
  const baseUrl = readBaseUrl(address ?? OFFICIAL_BASE_URL);
  return {
    name: baseUrl === OFFICIAL_BASE_URL ? "openai" : new URL(baseUrl).host,
    baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
    models: new Map([...OPENAI_RATES, ...readModels(models)]),
  };
}

function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new GatewayConfigError("OPENAI_BASE_URL must be an address such as https://api.openai.com/v1");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new GatewayConfigError("OPENAI_BASE_URL must carry no user, password, query or fragment");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
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
        throw new GatewayConfigError(`${name} has the entry "${entry}"; an entry reads ${form}`);
      }
      if (key === BASIC_MODEL || key === DEFAULT_ALIAS) {
        throw new GatewayConfigError(`${name} cannot redefine "${key}"`);
      }
      return [key, entry.slice(at + 1).trim()];
    });
  if (new Set(read.map(([key]) => key)).size < read.length) {
    throw new GatewayConfigError(`${name} has the same name twice`);
  }
  return read;
}

function readModels(text: string | undefined): [string, ModelRate][] {
  const form = "name=promptUSDper1M/completionUSDper1M, such as gpt-4o=2.50/10";
  return readEntries("STOA_MODELS", text, form).map(([name, prices]) => {
    const [prompt, completion, ...rest] = prices.split("/");
    if (prompt === undefined || completion === undefined || rest.length > 0) {
      throw new GatewayConfigError(`STOA_MODELS has the entry "${name}=${prices}"; an entry reads ${form}`);
    }
    try {
      const cached = OPENAI_RATES.get(name);
      const priced = operatorRate(parseUsd(prompt), parseUsd(completion));
      return [name, cached === undefined ? priced : { ...cached, ...withoutImages(priced) }];
    } catch (cause) {
      const reason = cause instanceof RangeError ? cause.message : "unreadable";
      throw new GatewayConfigError(`STOA_MODELS, entry "${name}": ${reason}`);
    }
  });
}

/** What an operator's price replaces in a model we know: the prices, not how it counts images. */
function withoutImages({ promptNano, cachedPromptNano, completionNano }: ModelRate) {
  return { promptNano, cachedPromptNano, completionNano };
}

function readAliases(
  env: Readonly<Record<string, string | undefined>>,
  known: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const entries = readEntries("STOA_MODEL_ALIASES", setting(env, "STOA_MODEL_ALIASES"), "alias=model");
  for (const [, model] of entries) requireKnown("STOA_MODEL_ALIASES", model, known);
  return new Map(entries);
}
