import type { BreakerSettings } from "../providers/circuit-breaker.ts";
import type { ModelRate } from "../rates/model-rate.ts";
import type { UpstreamTimeouts } from "../upstream/upstream.ts";

/** The API that a provider speaks. `openai` is passed through, the others are translated. */
export type ProviderKind = "openai" | "anthropic" | "google";

/** A provider that model calls go to. */
export interface ProviderConfig {
  name: string;
  kind: ProviderKind;
  /** Without a trailing slash, such as https://api.openai.com/v1. */
  baseUrl: string;
  /** Absent for a server of the operator's own that asks for none. */
  apiKey?: string;
  /** Where the operator set none, the gateway's defaults hold. */
  timeouts: Partial<UpstreamTimeouts>;
  breaker: Partial<BreakerSettings>;
}

/** A model that agents may call. */
export interface ModelConfig {
  name: string;
  /** The provider's name. */
  provider: string;
  /** What the provider calls it. */
  upstream: string;
  rate: ModelRate;
  /** Models that answer in its place when its provider cannot, in this order. */
  fallbacks: readonly string[];
}

/** What the operator decided about models. Without providers there is stoa-basic alone. */
export interface GatewayConfig {
  providers: ReadonlyMap<string, ProviderConfig>;
  models: ReadonlyMap<string, ModelConfig>;
  /** Names that the operator mapped to a model. */
  aliases: ReadonlyMap<string, string>;
  /** The model that the alias `default` means. */
  defaultModel: string;
}

export const BASIC_MODEL = "stoa-basic";
export const DEFAULT_ALIAS = "default";

/** Where each kind of provider is, if the operator names no other address. */
export const OFFICIAL_BASE_URLS: Readonly<Record<ProviderKind, string>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

/** Room for names such as org/model:tag; no blanks, no commas, no equals sign, which separate entries. */
export const MODEL_NAME = /^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,127}$/;

/** Keys go into a header. */
const KEY = /^[\x21-\x7e]+$/;

/** A setting that cannot be used; the message names it and says what it should look like. */
export class GatewayConfigError extends Error {
  override readonly name = "GatewayConfigError";
}

/** A variable's value; blank means not set. */
export function setting(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === "" ? undefined : value;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws GatewayConfigError that names the variable and never shows the key. */
export function readKey(env: Environment, name: string): string | undefined {
  const key = setting(env, name);
  if (key === undefined || KEY.test(key)) return key;
  throw new GatewayConfigError(`${name} holds a character that no key has`);
}

/** @throws GatewayConfigError when it is no plain address. */
export function readBaseUrl(name: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol)) {
    throw new GatewayConfigError(`${name} must be an address such as https://api.openai.com/v1`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new GatewayConfigError(`${name} must carry no user, password, query or fragment`);
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

/** @throws GatewayConfigError when there is no model of that name. */
export function requireKnown(name: string, model: string, known: Iterable<string>): void {
  const names = [BASIC_MODEL, ...known];
  if (names.includes(model)) return;
  throw new GatewayConfigError(`${name} names the model "${model}". There is: ${names.join(", ")}`);
}

/** Returns the name of the first of these models that answers questions; without one it is stoa-basic. */
export function firstChatModel(models: Iterable<Pick<ModelConfig, "name" | "rate">>): string {
  for (const { name, rate } of models) if (rate.embeds !== true) return name;
  return BASIC_MODEL;
}
