import type { BreakerSettings } from "../providers/circuit-breaker.ts";
import type { ModelRate } from "../rates/model-rate.ts";
import type { UpstreamTimeouts } from "../upstream/upstream.ts";

/** The API of a provider. Calls to `openai` are passed through; calls to the others are translated. */
export type ProviderKind = "openai" | "anthropic" | "google";

/** A provider that receives model calls. */
export interface ProviderConfig {
  name: string;
  kind: ProviderKind;
  /** The base URL without a trailing slash, such as https://api.openai.com/v1. */
  baseUrl: string;
  /** The operator's key. Absent for a server that requires none. */
  apiKey?: string;
  /** The timeouts that the operator set. The gateway's defaults apply to the others. */
  timeouts: Partial<UpstreamTimeouts>;
  breaker: Partial<BreakerSettings>;
}

/** A model that agents may call. */
export interface ModelConfig {
  name: string;
  /** The provider's name. */
  provider: string;
  /** The provider's name for the model. */
  upstream: string;
  rate: ModelRate;
  /** Models that answer instead if the provider fails, in this order. */
  fallbacks: readonly string[];
}

/** The operator's model configuration. Without providers, only stoa-basic is available. */
export interface GatewayConfig {
  providers: ReadonlyMap<string, ProviderConfig>;
  models: ReadonlyMap<string, ModelConfig>;
  /** Names that the operator mapped to a model. */
  aliases: ReadonlyMap<string, string>;
  /** The model for the alias `default`. */
  defaultModel: string;
}

export const BASIC_MODEL = "stoa-basic";
export const DEFAULT_ALIAS = "default";

/** The default base URL of each kind of provider. */
export const OFFICIAL_BASE_URLS: Readonly<Record<ProviderKind, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

/** Matches the names that models can have, such as org/model:tag. Spaces, commas and equals signs separate entries. */
export const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}$/;

/** Matches the characters that a key can have in a header. */
const KEY = /^[\x21-\x7e]+$/;

/** An invalid setting. The message names it and describes the expected form. */
export class GatewayConfigError extends Error {
  override readonly name = "GatewayConfigError";
}

/** Returns a variable's value, or undefined if it is not set or blank. */
export function getSetting(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the key in a variable, or undefined if it is not set or blank.
 * @throws GatewayConfigError if the key contains an invalid character. The message names the variable, not its value.
 */
export function readKey(env: Environment, name: string): string | undefined {
  const key = getSetting(env, name);
  if (key === undefined || KEY.test(key)) return key;
  throw new GatewayConfigError(
    `${name} contains a character that is not allowed in a key. Copy the key again`,
  );
}

/**
 * Returns a base URL without its trailing slashes.
 * @throws GatewayConfigError if the text is not a URL, or if the URL has a user, password, query or fragment.
 */
export function readBaseUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new GatewayConfigError(`${name} must be a URL such as https://api.openai.com/v1`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new GatewayConfigError(`${name} must not contain a user, password, query or fragment`);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/**
 * Checks that a model has this name.
 * @throws GatewayConfigError if no model has it.
 */
export function requireKnown(name: string, model: string, knownNames: Iterable<string>): void {
  const names = [BASIC_MODEL, ...knownNames];
  if (names.includes(model)) return;
  throw new GatewayConfigError(`${name} names the unknown model "${model}". Available: ${names.join(", ")}`);
}

/** Returns the name of the first chat model, or stoa-basic if there is none. */
export function findFirstChatModel(models: Iterable<Pick<ModelConfig, "name" | "rate">>): string {
  for (const { name, rate } of models) if (rate.embeds !== true) return name;
  return BASIC_MODEL;
}
