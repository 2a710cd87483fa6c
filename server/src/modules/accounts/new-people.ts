import type { Tx } from "../../platform/db/database.ts";
import type { EventBus } from "../../platform/events/event-bus.ts";
import type { ApiKeys } from "./api-keys.ts";
import { insertUser, type NewUser } from "./identity-store.ts";
import type { StartingCredits } from "./starting-credits/starting-credits.ts";

/**
 * Creates a person with everything that belongs to them: an account, an API key, and everything that other modules add
 * at sign-up.
 */
export class PersonCreation {
  readonly #keys: ApiKeys;
  readonly #events: EventBus;
  readonly #credits: StartingCredits;

  constructor(keys: ApiKeys, events: EventBus, credits: StartingCredits) {
    this.#keys = keys;
    this.#events = events;
    this.#credits = credits;
  }

  async create(tx: Tx, person: NewUser): Promise<{ userId: string; accountId: string }> {
    const owner = await insertUser(tx, person);
    await this.#keys.issue(tx, owner);
    await this.#events.emit(tx, "account.created", owner);
    if (!person.awaitsConfirmation) await this.#credits.claim(tx, owner.accountId, person.email);
    return owner;
  }
}
