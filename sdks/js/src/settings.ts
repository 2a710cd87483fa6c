import { StoaError } from "./errors.ts";

export interface StoaOptions {
  /** Without it the environment's `STOA_API_KEY`. */
  apiKey?: string;
  /** Where the server is, as `https://stoa.example`; without it the environment's `STOA_BASE_URL`. */
  baseUrl?: string;
  /** Milliseconds that an answer may take, 60,000 by default. Runs have the time that they are given. */
  timeoutMs?: number;
  /** How often a call is repeated that failed for a reason that passes, 4 times by default. */
  maxRetries?: number;
  /** Used instead of the global one. */
  fetch?: typeof fetch;
}

export interface Settings {
  readonly apiKey: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
}

/** Nothing but a run takes the server so long. */
const TIMEOUT_MS = 60_000;
/** With pauses of 0.5, 1, 2 and 4 seconds: as long as a server takes to start again. */
const MAX_RETRIES = 4;

/** @throws StoaError where a key or an address is missing. */
export function readSettings(options: StoaOptions): Settings {
  const apiKey = (options.apiKey ?? environment("STOA_API_KEY"))?.trim();
  const baseUrl = options.baseUrl ?? environment("STOA_BASE_URL");
  if (!apiKey) throw new StoaError("An API key is needed: apiKey, or STOA_API_KEY in the environment");
  if (!baseUrl)
    throw new StoaError("The server's address is needed: baseUrl, or STOA_BASE_URL in the environment");
  if (!/^https?:\/\//.test(baseUrl))
    throw new StoaError("The server's address must begin with https:// or http://");
  return {
    apiKey,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}

/** A browser has none. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
