/** Runs that nobody pays for take half of the places at most: those who pay always find the other half. */
const UNPAID_SHARE = 2;
/** Of these one account has half, so that two accounts do not keep all others from trying their agents. */
const UNPAID_SHARE_OF_ACCOUNT = 4;
/** The last eighth of the places is kept for accounts that have few runs: nobody finds a node full because of one other. */
const KEPT_SHARE = 8;
/** An account with fewer runs than half of what is kept has few. */
const FEW = 2;

/** Who wants a place. */
export interface PlaceRequest {
  accountId: string;
  /** Nobody pays for the run: neither by its tokens nor by a plan. */
  isUnpaid: boolean;
}

interface Taken {
  all: number;
  unpaid: number;
}

/** What each account has of a node's places, and whether it may have one more. */
export class PlaceShares {
  readonly #capacity: number;
  readonly #taken = new Map<string, Taken>();
  #unpaid = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** `free`: places that nobody has now. */
  mayTake({ accountId, isUnpaid }: PlaceRequest, free: number): boolean {
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
