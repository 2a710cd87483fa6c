import { createHmac, randomBytes } from "node:crypto";
import { PLANS } from "@stoa/contract";
import type { SealedTable } from "../../../platform/crypto/reseal.ts";
import type { SealContext, Vault } from "../../../platform/crypto/vault.ts";
import type { Database, Tx } from "../../../platform/db/database.ts";
import type { EventBus } from "../../../platform/events/event-bus.ts";
import {
  confirmAddress,
  insertClaim,
  insertClaims,
  insertSecret,
  readCreditedAddresses,
  readSecret,
  readSecretsSealedByOthers,
  replaceSecret,
  type SealedInstallationSecret,
} from "./claim-store.ts";
import { normalizeMailbox } from "./normalize-mailbox.ts";

const SECRET = "starting_credits";
const SECRET_BYTES = 32;
/** The number of email addresses to hash at a time when the secret is created. This takes a few milliseconds. */
const BATCH = 1_000;

interface StartingCreditsOptions {
  db: Database;
  vault: Vault;
  events: EventBus;
}

/** Grants starting credits once per mailbox, even after its account has been deleted. */
export class StartingCredits {
  readonly #options: StartingCreditsOptions;
  #secret: Promise<Buffer> | undefined;

  constructor(options: StartingCreditsOptions) {
    this.#options = options;
  }

  /**
   * On the first start, creates the secret for the hashes, and a claim for each account that has received starting
   * credits.
   */
  async prepare(): Promise<void> {
    const { db } = this.#options;
    if (!(await readSecret(db, SECRET))) await db.transaction().execute((tx) => this.#makeSecret(tx));
  }

  /**
   * Grants an account its starting credits inside `tx`, unless its mailbox has received some before. Returns the
   * credits in nano-USD.
   */
  async claim(tx: Tx, accountId: string, email: string): Promise<bigint> {
    const mailboxHash = hashMailbox(await this.#openSecret(), email);
    if (!(await insertClaim(tx, mailboxHash))) return 0n;
    await this.#options.events.emit(tx, "account.starting_credits_claimed", { accountId });
    return PLANS.free.credits.amountNano;
  }

  /**
   * Records inside `tx` that a person has confirmed their mailbox. Only the first confirmation of an account grants
   * credits, so a later change of the email address grants none. Returns the credits in nano-USD.
   */
  async confirm(tx: Tx, userId: string, email: string): Promise<bigint> {
    const account = await confirmAddress(tx, userId, email);
    return account ? this.claim(tx, account.accountId, email) : 0n;
  }

  #openSecret(): Promise<Buffer> {
    this.#secret ??= this.#readOrMakeSecret().catch((error: unknown) => {
      this.#secret = undefined;
      throw error;
    });
    return this.#secret;
  }

  async #readOrMakeSecret(): Promise<Buffer> {
    const { db, vault } = this.#options;
    await this.prepare();
    const sealed = await readSecret(db, SECRET);
    if (!sealed) throw new Error("failed to create the secret of the starting credits");
    return Buffer.from(vault.open(sealed, createContext(SECRET)), "base64");
  }

  async #makeSecret(tx: Tx): Promise<void> {
    const secret = randomBytes(SECRET_BYTES);
    const sealed = this.#options.vault.seal(secret.toString("base64"), createContext(SECRET));
    if (!(await insertSecret(tx, { id: SECRET, sealed }))) return;
    for (let after: string | undefined = ""; after !== undefined; ) {
      const credited = await readCreditedAddresses(tx, after, BATCH);
      await insertClaims(
        tx,
        credited.map(({ email }) => hashMailbox(secret, email)),
      );
      after = credited.at(-1)?.userId;
    }
  }
}

function hashMailbox(secret: Buffer, email: string): Buffer {
  return createHmac("sha256", secret).update(normalizeMailbox(email)).digest();
}

function createContext(id: string): SealContext {
  return { purpose: "installation_secret", row: id, owner: "stoa" };
}

/** Returns access to the sealed secrets of the installation, so that the master key can be rotated. */
export function listSealedSecrets(db: Database, vault: Vault): SealedTable<SealedInstallationSecret, Buffer> {
  return {
    readNextRows: (afterId, limit) => readSecretsSealedByOthers(db, vault.getCurrentPrefix(), afterId, limit),
    sealAnew: (row) => vault.reseal(row.sealed, createContext(row.id)),
    replace: (row, sealed) => replaceSecret(db, row, sealed),
  };
}
