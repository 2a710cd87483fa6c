/** Unpaid runs take at most half of the slots, so that the other half is always available to paying callers. */
const UNPAID_SHARE = 2;
/**
 * One account may have half of the slots for unpaid runs, so that it cannot keep all other developers from trying their
 * agents.
 */
const UNPAID_SHARE_OF_ACCOUNT = 4;
/** The last eighth of the slots is reserved for accounts with few runs, so that one account cannot fill a node. */
const KEPT_SHARE = 8;
/** An account has few runs if it has none, or fewer than half as many as there are reserved slots. */
const FEW = 2;

export interface PlaceRequest {
  accountId: string;
  /** Whether nobody pays for the run, neither for its tokens nor with a plan. */
  isUnpaid: boolean;
}

interface Taken {
  all: number;
  unpaid: number;
}

/** Tracks how many slots of a node each account has, and decides whether it may have one more. */
export class PlaceShares {
  readonly #capacity: number;
  readonly #taken = new Map<string, Taken>();
  #unpaid = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Returns whether an account may take one more slot. `free` is the number of slots that are free now. */
  canTake({ accountId, isUnpaid }: PlaceRequest, free: number): boolean {
    if (free <= 0) return false;
    const own = this.#taken.get(accountId) ?? { all: 0, unpaid: 0 };
    const kept = Math.floor(this.#capacity / KEPT_SHARE);
    if (free <= kept && own.all >= Math.max(1, Math.floor(kept / FEW))) return false;
    if (!isUnpaid) return true;
    return (
      this.#unpaid < Math.ceil(this.#capacity / UNPAID_SHARE) &&
      own.unpaid < Math.ceil(this.#capacity / UNPAID_SHARE_OF_ACCOUNT)
    );
  }

  take(request: PlaceRequest): void {
    this.#add(request, 1);
  }

  give(request: PlaceRequest): void {
    this.#add(request, -1);
  }

  #add({ accountId, isUnpaid }: PlaceRequest, count: 1 | -1): void {
    const own = this.#taken.get(accountId) ?? { all: 0, unpaid: 0 };
    own.all += count;
    if (isUnpaid) {
      own.unpaid += count;
      this.#unpaid += count;
    }
    if (own.all > 0) this.#taken.set(accountId, own);
    else this.#taken.delete(accountId);
  }
}
