import { FairQueue } from "@stoa/gateway";
import type { RunSlot, Supervisor } from "@stoa/runtime/supervisor";
import type { NodeMemory } from "./node-memory.ts";
import { type PlaceRequest, PlaceShares } from "./place-shares.ts";
import type { RunTerms } from "./run-terms.ts";

/** How many requests of one account may wait for a slot. A client that sends more is refused immediately. */
const MAX_WAITING_PER_ACCOUNT = 64;
/** How often free memory is checked while a request waits, because nothing reports freed memory. */
const MEMORY_CHECK_MS = 250;

/**
 * Returns the slot request of a run. Runs of free agents and of the caller's own agents count as paid if the account
 * has a paid plan.
 */
export function toPlaceRequest({
  caller,
  pricePerToken,
}: Pick<RunTerms, "caller" | "pricePerToken">): PlaceRequest {
  const isUnpaid = pricePerToken === 0n && (caller.plan ?? "free") === "free";
  return { accountId: caller.accountId, isUnpaid };
}

export interface RunPlacesOptions {
  supervisor: Pick<Supervisor, "tryAcquire" | "active" | "capacity" | "onPlaceFree">;
  memory: Pick<NodeMemory, "hasRoom" | "begin">;
}

/**
 * Shares the slots of this node fairly between accounts. A run that finds no free slot waits a moment, and accounts
 * take turns. `PlaceShares` decides how many slots one account may take.
 */
export class RunPlaces {
  readonly #supervisor: RunPlacesOptions["supervisor"];
  readonly #memory: RunPlacesOptions["memory"];
  readonly #shares: PlaceShares;
  readonly #waiting = new FairQueue<() => boolean>();
  readonly #requests = new Map<string, PlaceRequest>();
  #check: NodeJS.Timeout | undefined;

  constructor({ supervisor, memory }: RunPlacesOptions) {
    this.#supervisor = supervisor;
    this.#memory = memory;
    this.#shares = new PlaceShares(supervisor.capacity);
    supervisor.onPlaceFree(() => this.#serve());
  }

  /** The number of slots, taken and free. */
  get capacity(): number {
    return this.#supervisor.capacity;
  }

  /** The number of requests that are waiting. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Returns a slot that is free now and that this account may have, or undefined. */
  takeNow(request: PlaceRequest): RunSlot | undefined {
    const free = this.#supervisor.capacity - this.#supervisor.active;
    if (!this.#shares.canTake(request, free) || !this.#memory.hasRoom()) return undefined;
    let endMemory = () => {};
    const slot = this.#supervisor.tryAcquire(() => {
      this.#shares.give(request);
      endMemory();
    });
    if (!slot) return undefined;
    this.#shares.take(request);
    endMemory = this.#memory.begin();
    return slot;
  }

  /**
   * Resolves with a slot, or with undefined if this account gets none in time or already has too many waiting requests.
   */
  take(request: PlaceRequest, patienceMs: number): Promise<RunSlot | undefined> {
    const slot = this.takeNow(request);
    const owner = `${request.isUnpaid ? "unpaid" : "paid"} ${request.accountId}`;
    if (slot || patienceMs <= 0 || this.#waiting.countWaiting(owner) >= MAX_WAITING_PER_ACCOUNT)
      return Promise.resolve(slot);
    this.#requests.set(owner, request);
    return new Promise((resolve) => {
      const serve = () => {
        const found = this.takeNow(request);
        if (!found) return false;
        clearTimeout(timer);
        resolve(found);
        return true;
      };
      const timer = setTimeout(() => {
        this.#waiting.remove(owner, serve);
        this.#forget(owner);
        resolve(undefined);
      }, patienceMs);
      this.#waiting.add(owner, serve);
      this.#check ??= setInterval(() => this.#serve(), MEMORY_CHECK_MS).unref();
    });
  }

  /** Gives the free slots to waiting requests whose accounts may have them. */
  #serve(): void {
    const countFree = () => this.#supervisor.capacity - this.#supervisor.active;
    const canTake = (owner: string) => {
      const request = this.#requests.get(owner);
      return request !== undefined && this.#shares.canTake(request, countFree());
    };
    while (this.#waiting.size > 0 && this.#memory.hasRoom()) {
      const serve = this.#waiting.take(canTake);
      if (!serve) return;
      // A draining node assigns no more slots. Waiting requests are refused when their time is up.
      if (!serve()) return;
    }
    if (this.#waiting.size > 0) return;
    clearInterval(this.#check);
    this.#check = undefined;
    this.#requests.clear();
  }

  #forget(owner: string): void {
    if (this.#waiting.countWaiting(owner) === 0) this.#requests.delete(owner);
  }
}
