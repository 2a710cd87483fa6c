import { setTimeout as delay } from "node:timers/promises";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { Database } from "../../platform/db/database.ts";
import { KeyQueue } from "../../platform/jobs/key-queue.ts";
import { tooMany } from "../../platform/rate-limit/rate-limiter.ts";
import { createRatePolicy } from "../../platform/rate-limit/rate-policy.ts";
import {
  countAttempt,
  deleteTries,
  deleteTriesOfAccount,
  isKeyRemembered,
  MEMORY_SECONDS,
  NEVER_LOCKED,
  saveKey,
  uncountAttempt,
} from "./sign-in-tries-store.ts";

/**
 * The number of failures after which an account must wait. People mistype a few times. Each further failure doubles the
 * wait.
 */
const FREE_TRIES = 5;
/** The number of free guesses at one account from networks where it has never signed in. No owner makes this many. */
const FREE_TRIES_OF_STRANGERS = 100;
/**
 * The number of free failures of a network. Many people share one network (offices, carriers), so it is slowed down
 * later than an account, and it is never refused.
 */
const FREE_TRIES_PER_NETWORK = 100;
/** The additional delay for each further failure of a network, up to the longest delay. */
const DELAY_STEP_MS = 20;
/**
 * The longest delay of a sign-in. People accept this long a wait for a page. Because sign-ins are rate limited, few
 * requests of a network wait at the same time.
 */
const LONGEST_DELAY_MS = 3_000;
/**
 * The number of days for which a network stays known after an account has signed in from it. A month covers a vacation.
 */
const KNOWN_NETWORK_DAYS = 30;

const TOO_MANY = "Too many failed sign-in attempts.";

interface Attempt {
  email: string;
  /** The network of the request. `undefined` means this machine. */
  network: string | undefined;
}

/**
 * Slows down password guessing across all nodes. A guess is counted before it is checked, and the count is undone if
 * the guess is correct. Failures at an account lock it only for the network that they came from. After a hundred
 * failures, they also lock it for all networks from which it has never signed in. Failures of a network at many
 * accounts delay its sign-ins.
 */
export class SignInGuard {
  readonly #db: Database;
  /**
   * Only one check of a key runs at a time, so that correct passwords that are sent concurrently do not use up the free
   * attempts.
   */
  readonly #queue = new KeyQueue();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Checks a password and applies the limits. Returns the result of `verify`. Throws AppError 429 with Retry-After
   * while the account must wait. In that case the password is not checked.
   */
  async attempt(from: Attempt, verify: () => Promise<boolean>): Promise<boolean> {
    const keys = createKeys(from);
    const network = await this.#countNetwork(keys.network);
    return this.#queue.run(keys.own, async () => {
      const counted = await this.#countAccount(keys);
      const isCorrect = await verify();
      if (isCorrect) {
        await deleteTries(this.#db, keys.own);
        for (const key of [...counted, ...network]) await uncountAttempt(this.#db, key);
        await saveKey(this.#db, keys.known, KNOWN_NETWORK_DAYS);
      }
      return isCorrect;
    });
  }

  /** Ends every wait of an account, because its owner has proved their identity through their mailbox. */
  async forgive(email: string): Promise<void> {
    await deleteTriesOfAccount(this.#db, createAccountKey(email));
  }

  /**
   * Counts the network's attempt, and delays it if the network has failed many times. Returns the keys whose counts a
   * correct password undoes.
   */
  async #countNetwork(key: string | undefined): Promise<string[]> {
    if (key === undefined) return [];
    const counted = await countAttempt(this.#db, key, NEVER_LOCKED);
    const beyond = "failures" in counted ? counted.failures - FREE_TRIES_PER_NETWORK : 0;
    if (beyond > 0) await delay(Math.min(LONGEST_DELAY_MS, beyond * DELAY_STEP_MS));
    return [key];
  }

  /**
   * Counts the attempt at the account from this network. If the account has not signed in from this network before,
   * also counts the attempt among the attempts from unknown networks. Returns the key of that second count, which a
   * correct password undoes. Throws AppError 429.
   */
  async #countAccount({ own, account, known }: ReturnType<typeof createKeys>): Promise<string[]> {
    await this.#count(own, FREE_TRIES);
    if (await isKeyRemembered(this.#db, known)) return [];
    try {
      await this.#count(account, FREE_TRIES_OF_STRANGERS);
    } catch (refusal) {
      await uncountAttempt(this.#db, own);
      throw refusal;
    }
    return [account];
  }

  async #count(key: string, free: number): Promise<void> {
    const counted = await countAttempt(this.#db, key, free);
    if ("waitMs" in counted)
      throw tooMany(counted.waitMs, TOO_MANY, createRatePolicy("sign_in_failures", free, MEMORY_SECONDS));
  }
}

const hashText = (text: string) => hashToken(text).toString("base64url");

function createAccountKey(email: string): string {
  return `account:${hashText(email.toLowerCase())}`;
}

function createKeys({ email, network }: Attempt) {
  const account = createAccountKey(email);
  const at = hashText(network ?? "this machine");
  return {
    own: `${account}@${at}`,
    account,
    known: `known:${account}@${at}`,
    network: network === undefined ? undefined : `network:${at}`,
  };
}
