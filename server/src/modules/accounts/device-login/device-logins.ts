import { randomInt } from "node:crypto";
import {
  type ApproveDeviceLoginRequest,
  type CreateKeyRequest,
  DEVICE_LOGIN,
  type DeviceLogin,
  type DeviceLoginKey,
  type ErrorCode,
  type StartedDeviceLogin,
} from "@stoa/contract";
import type pg from "pg";
import { generateSessionToken, hashToken } from "../../../platform/crypto/tokens.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import { consume, createLimiter } from "../../../platform/rate-limit/rate-limiter.ts";
import { findUser } from "../identity-store.ts";
import type { NamedKeys } from "../named-keys.ts";
import {
  decideLogin,
  deleteExpiredLogins,
  findWaitingLogin,
  insertDeviceLogin,
  pollLogin,
  takeDecidedLogin,
} from "./device-login-store.ts";

/** Letters that people do not confuse with each other or with digits, and that form no words (RFC 8628). */
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const CODE_LENGTH = 8;
/** People start a few logins a day. The limit keeps one network from filling the table. */
const LOGINS_PER_HOUR = 60;
/** People mistype a code a few times. There are 25 billion codes, so guessing one that waits is hopeless. */
const CODES_PER_QUARTER_HOUR = 30;

interface DeviceLoginsOptions {
  db: Database;
  pool: pg.Pool;
  keys: NamedKeys;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
}

/**
 * Gives programs without a browser an API key, after a person has approved it in a browser (RFC 8628). The key is created
 * when the program collects it, so no secret is stored in the meantime.
 */
export class DeviceLogins {
  readonly #options: DeviceLoginsOptions;
  readonly #starts;
  readonly #codes;

  constructor(options: DeviceLoginsOptions) {
    this.#options = options;
    this.#starts = createLimiter(options.pool, {
      name: "device_logins",
      points: LOGINS_PER_HOUR,
      durationSeconds: 3600,
    });
    this.#codes = createLimiter(options.pool, {
      name: "device_codes",
      points: CODES_PER_QUARTER_HOUR,
      durationSeconds: 900,
    });
  }

  /** Starts a login. Throws AppError 429 after too many from one network. */
  async start(clientName: string, network: string | undefined): Promise<StartedDeviceLogin> {
    if (network !== undefined)
      await consume(this.#starts, network, "Too many logins were started from this network.");
    const deviceCode = generateSessionToken();
    const userCode = Array.from({ length: CODE_LENGTH }, () =>
      LETTERS.charAt(randomInt(LETTERS.length)),
    ).join("");
    await insertDeviceLogin(this.#options.db, { deviceHash: hashToken(deviceCode), userCode, clientName });
    const page = `${this.#options.publicUrl}/device`;
    const shown = showCode(userCode);
    return {
      device_code: deviceCode,
      user_code: shown,
      verification_uri: page,
      verification_uri_complete: `${page}?code=${shown}`,
      expires_in: DEVICE_LOGIN.minutes * 60,
      interval: DEVICE_LOGIN.intervalSeconds,
    };
  }

  /** Returns the login that waits with a code. Throws AppError 404 and 429. */
  async find(caller: Caller, code: string): Promise<DeviceLogin> {
    const login = await this.#requireWaiting(caller, code);
    return {
      user_code: showCode(login.userCode),
      client_name: login.clientName,
      created_at: login.createdAt.toISOString(),
      expires_at: login.expiresAt.toISOString(),
    };
  }

  /** Approves a login. Throws AppError 403 if the account has no room for another key, 404 and 429. */
  async approve(caller: Caller, asked: ApproveDeviceLoginRequest): Promise<void> {
    const { userCode, clientName } = await this.#requireWaiting(caller, asked.user_code);
    const { keys, db } = this.#options;
    await keys.requireRoom(caller);
    const { scopes, limit_per_day } = asked;
    const keyRequest: CreateKeyRequest = { name: clientName, scopes, limit_per_day };
    if (!(await decideLogin(db, userCode, { userId: caller.userId, keyRequest }))) throw createUnknownError();
  }

  /** Refuses a login. Throws AppError 404 and 429. */
  async refuse(caller: Caller, code: string): Promise<void> {
    const { userCode } = await this.#requireWaiting(caller, code);
    if (!(await decideLogin(this.#options.db, userCode, "refuse"))) throw createUnknownError();
  }

  /**
   * Returns the API key of an approved login, once. Throws AppError 400 with the codes of RFC 8628 as long as there is no
   * key, and 403 if the account has no room for another key.
   */
  async collect(deviceCode: string): Promise<DeviceLoginKey> {
    const { db, keys } = this.#options;
    const deviceHash = hashToken(deviceCode);
    const polled = await pollLogin(db, deviceHash);
    if (!polled) throw createExpiredError();
    if (!polled.isApproved && !polled.isRefused)
      throw polled.isTooSoon
        ? refuse("slow_down", "You asked too soon. Wait five seconds longer between requests.")
        : refuse("authorization_pending", "The login has not been approved yet.");
    const taken = await takeDecidedLogin(db, deviceHash);
    if (taken?.userId === null) throw refuse("access_denied", "The login was refused.");
    const user = taken && (await findUser(db, taken.userId));
    if (!user?.isActive || !taken?.keyRequest) throw createExpiredError();
    const { api_key, key } = await keys.createWithFreeName(user, taken.keyRequest);
    return { api_key, key_name: key.name, username: user.username };
  }

  async forgetExpired(): Promise<void> {
    await deleteExpiredLogins(this.#options.db);
  }

  async #requireWaiting({ userId }: Caller, code: string) {
    await consume(this.#codes, userId, "Too many codes were tried.");
    const login = await findWaitingLogin(this.#options.db, code.toUpperCase().replace(/[^A-Z]/g, ""));
    if (!login) throw createUnknownError();
    return login;
  }
}

const showCode = (code: string) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;

const refuse = (error: ErrorCode, detail: string) => new AppError(400, error, detail);

const createExpiredError = () => refuse("expired_token", "This login has expired. Please start it again.");

const createUnknownError = () =>
  new AppError(
    404,
    "not_found",
    `No program waits with this code. Check the code, or start the login again: it expires after ${DEVICE_LOGIN.minutes} minutes.`,
  );
