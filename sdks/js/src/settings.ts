import { StoaError } from "./errors.ts";

export interface StoaOptions {
  /** Defaults to the environment variable `STOA_API_KEY`. */
  apiKey?: string;
  /** The server's URL, such as `https://stoa.example`. Defaults to the environment variable `STOA_URL`. */
  baseUrl?: string;
  /** Time limit for a response in milliseconds, 60,000 by default. Runs have their own time limit. */
  timeoutMs?: number;
  /** How often to retry a call after a temporary failure, 4 times by default. */
  maxRetries?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

export interface Settings {
  readonly apiKey: string;
  /** The server's URL without a trailing slash. */
  readonly baseUrl: string;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
}

/** The default time limit. Only runs take longer. */
const TIMEOUT_MS = 60_000;
/** Four retries, with pauses of 0.5, 1, 2 and 4 seconds, are enough for a server to restart. */
const MAX_RETRIES = 4;

/**
 * Returns the settings, with defaults from the environment.
 * @throws StoaError if the key or the URL is missing, or if the URL does not start with https:// or http://.
 */
export function readSettings(options: StoaOptions): Settings {
  const apiKey = (options.apiKey ?? readEnvironment("STOA_API_KEY"))?.trim();
  const baseUrl = options.baseUrl ?? readEnvironment("STOA_URL");
  if (!apiKey) throw new StoaError("An API key is required: set apiKey, or STOA_API_KEY in the environment");
  if (!baseUrl)
    throw new StoaError("The server's URL is required: set baseUrl, or STOA_URL in the environment");
  if (!/^https?:\/\//.test(baseUrl))
    throw new StoaError("The server's URL must start with https:// or http://");
  return {
    apiKey,
    baseUrl: baseUrl.replace(/\/+$/, ""),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
  };
}

/** Returns the value of an environment variable, or undefined in a browser. */
function readEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
