import type { Credential } from "./credentials.ts";
import { CliError, EXIT } from "./errors.ts";

/** A sign-in that waits for its user in a browser (OAuth 2.0 Device Authorization Grant, RFC 8628). */
export interface DeviceLogin {
  device_code: string;
  /** The code that the user compares with the page, such as BCDF-GHJK. */
  user_code: string;
  verification_uri: string;
  /** The same page with the code already in it. */
  verification_uri_complete: string;
  /** The time in which the user can confirm, in seconds. */
  expires_in: number;
  /** The seconds to wait between two requests. */
  interval: number;
}

/** The address of sign-ins of devices, below the server's URL. */
const PATH = "/api/v1/users/device-logins";
/** The seconds by which each `slow_down` extends the interval (RFC 8628). */
const SLOW_DOWN_SECONDS = 5;
/**
 * The bounds of the times that a server sends, and the values without one. A server cannot make this program send
 * requests all the time, or wait for hours.
 */
const INTERVAL_SECONDS = { min: 1, max: 60, fallback: 5 };
const LIFETIME_SECONDS = { min: 1, max: 3600, fallback: 900 };
/** The time limit of one request, in milliseconds. */
const REQUEST_MS = 30_000;

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

/** Starts a sign-in. `clientName` is the name that the user sees in the browser and later in Settings. */
export async function startDeviceLogin(server: string, clientName: string): Promise<DeviceLogin> {
  const { status, body } = await post(`${server}${PATH}`, { client_name: clientName });
  if (status === 404)
    throw new CliError(
      `${server} has no sign-in for the command line.\nCreate an API key in ${server}/settings/api and set STOA_API_KEY to it.`,
    );
  if (status !== 200) throw createRefusal(server, { status, body });
  const { device_code, user_code, verification_uri } = body;
  const { verification_uri_complete = verification_uri } = body;
  if (!isText(device_code) || !isText(user_code) || !isText(verification_uri))
    throw createForeignReply(server);
  return {
    device_code,
    user_code,
    verification_uri,
    verification_uri_complete: isText(verification_uri_complete)
      ? verification_uri_complete
      : verification_uri,
    expires_in: clamp(body.expires_in, LIFETIME_SECONDS),
    interval: clamp(body.interval, INTERVAL_SECONDS),
  };
}

/**
 * Waits until the user has confirmed the sign-in, and returns the new key.
 * @throws CliError if the user refused, or did not confirm in time
 */
export async function waitForKey(
  server: string,
  { device_code, expires_in, interval }: DeviceLogin,
  pause: (seconds: number) => Promise<void>,
): Promise<Credential> {
  let seconds = interval;
  for (let waited = 0; waited < expires_in; ) {
    await pause(seconds);
    waited += seconds;
    const reply = await post(`${server}${PATH}/token`, { device_code }).catch((error: unknown) => {
      // The user may still be confirming, so a lost connection is not the end.
      if (error instanceof CliError && error.exitCode === EXIT.unreachable) return undefined;
      throw error;
    });
    if (reply === undefined || reply.status === 429 || reply.status >= 500) continue;
    if (reply.status === 200) return readCredential(server, reply.body);
    switch (reply.body.error) {
      case "authorization_pending":
        break;
      case "slow_down":
        seconds += SLOW_DOWN_SECONDS;
        break;
      case "access_denied":
        throw new CliError("The sign-in was refused in the browser. Nothing was saved.", EXIT.signedOut);
      case "expired_token":
        throw createExpired();
      default:
        throw createRefusal(server, reply);
    }
  }
  throw createExpired();
}

function createExpired(): CliError {
  return new CliError(
    "The code has expired before it was confirmed. Run stoa-cli login again.",
    EXIT.signedOut,
  );
}

async function post(url: string, json: unknown): Promise<Reply> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify(json),
      redirect: "manual",
      signal: AbortSignal.timeout(REQUEST_MS),
    });
    const text = await response.text();
    return { status: response.status, body: parseObject(text) };
  } catch {
    const { origin } = new URL(url);
    throw new CliError(`Could not reach ${origin}. Check the URL and try again.`, EXIT.unreachable);
  }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function readCredential(
  server: string,
  { api_key, key_name, username }: Record<string, unknown>,
): Credential {
  if (!isText(api_key) || !isText(key_name) || !isText(username)) throw createForeignReply(server);
  return { api_key, key_name, username };
}

function createRefusal(server: string, { status, body }: Reply): CliError {
  const { detail } = body;
  const isBusy = status === 429 || status >= 500;
  return new CliError(
    isText(detail) ? detail : `${server} refused the sign-in with status ${status}.`,
    isBusy ? EXIT.unreachable : EXIT.failed,
  );
}

function createForeignReply(server: string): CliError {
  return new CliError(`The response is not from a Stoa server. Check the URL: ${server}`);
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Returns a number of seconds from the server within our bounds. */
function clamp(value: unknown, { min, max, fallback }: typeof INTERVAL_SECONDS): number {
  return typeof value === "number" && !Number.isNaN(value) ? Math.min(Math.max(value, min), max) : fallback;
}
