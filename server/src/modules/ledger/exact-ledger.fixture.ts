/** Implements the money rules a second time, with plain arithmetic on plain objects and one operation at a time. */

type Funding = "promo" | "paid";

export interface ModelLot {
  name: string;
  source: "promo" | "earned" | "paid";
  funding: Funding;
  /** Milliseconds since the epoch, or Infinity if the lot never expires. */
  expiresAt: number;
  remaining: bigint;
}

export interface ModelWallet {
  lots: ModelLot[];
  held: bigint;
  spent: bigint;
  /** How much the wallet's failed runs have cost the platform today. */
  lost: bigint;
  earnings: Record<Funding, bigint>;
}

interface Spending {
  wallet: ModelWallet;
  lot: ModelLot;
  amount: bigint;
}

interface Hold {
  wallet: ModelWallet;
  amount: bigint;
  cap: bigint;
  live: boolean;
  uncovered: bigint;
}

export interface Terms {
  charge: bigint;
  modelCost: bigint;
  share: bigint;
  sponsorLimit: bigint;
}

interface Settled {
  charge: bigint;
  sponsored: bigint;
  spendings: Spending[];
  payer: ModelWallet;
  developer: ModelWallet;
  earned: Record<Funding, bigint>;
  reversed: boolean;
}

function least(...values: [bigint, ...bigint[]]): bigint {
  let low = values[0];
  for (const value of values) if (value < low) low = value;
  return low;
}

const sumAmounts = (values: bigint[]) => values.reduce((sum, value) => sum + value, 0n);
const computeBalance = (wallet: ModelWallet) => sumAmounts(wallet.lots.map((lot) => lot.remaining));
const SPENDING_ORDER = { promo: 0, earned: 1, paid: 2 };
const FUNDINGS: readonly Funding[] = ["promo", "paid"];

export const emptyWallet = (): ModelWallet => ({
  lots: [],
  held: 0n,
  spent: 0n,
  lost: 0n,
  earnings: { promo: 0n, paid: 0n },
});

/** A sequential reference implementation of the ledger. */
export class ExactLedger {
  readonly #holds = new Map<string, Hold>();
  readonly #settled = new Map<string, Settled>();

  /** Returns the runs with a live hold and the settled runs, oldest first. */
  runs(): { live: string[]; settled: string[] } {
    const live = [...this.#holds].filter(([, hold]) => hold.live).map(([runId]) => runId);
    return { live, settled: [...this.#settled.keys()] };
  }

  heldBy(runId: string): bigint {
    return this.#holds.get(runId)?.amount ?? 0n;
  }

  credit(wallet: ModelWallet, name: string, funding: Funding, amount: bigint, expiresAt = Infinity): void {
    if (amount > 0n) wallet.lots.push({ name, source: funding, funding, expiresAt, remaining: amount });
  }

  claim(wallet: ModelWallet): void {
    for (const funding of FUNDINGS) {
      const amount = wallet.earnings[funding];
      if (amount === 0n) continue;
      wallet.earnings[funding] = 0n;
      const lot = wallet.lots.find(({ name }) => name === `earnings/${funding}`);
      if (lot) lot.remaining += amount;
      else
        wallet.lots.push({
          name: `earnings/${funding}`,
          source: "earned",
          funding,
          expiresAt: Infinity,
          remaining: amount,
        });
    }
  }

  expire(wallet: ModelWallet): void {
    for (const lot of [...wallet.lots].sort((a, b) => a.expiresAt - b.expiresAt))
      if (lot.expiresAt <= Date.now())
        lot.remaining -= least(lot.remaining, computeBalance(wallet) - wallet.held);
  }

  hold(wallet: ModelWallet, runId: string, amount: bigint, cap: bigint): boolean {
    if (this.#free(wallet, amount) < amount) return false;
    wallet.held += amount;
    this.#holds.set(runId, { wallet, amount, cap, live: true, uncovered: 0n });
    return true;
  }

  /** Grows a hold. Returns its new amount, or undefined if the run has no live hold. */
  extend(runId: string, total: bigint): bigint | undefined {
    const hold = this.#live(runId);
    if (hold === undefined) return undefined;
    const wanted = least(total, hold.cap) - hold.amount;
    if (wanted > 0n) {
      const growth = least(wanted, this.#free(hold.wallet, wanted));
      hold.amount += growth;
      hold.wallet.held += growth;
    }
    return hold.amount;
  }

  #end(hold: Hold): void {
    hold.live = false;
    hold.wallet.held -= hold.amount;
  }

  settle(runId: string, developer: ModelWallet, terms: Terms) {
    const hold = this.#live(runId);
    if (hold === undefined) return "hold_ended";
    if (terms.charge > hold.amount) return "charge_above_hold";
    this.#end(hold);
    const { charge, modelCost, sponsorLimit } = terms;
    const borne = least(charge, modelCost);
    const net = ((charge - borne) * terms.share) / 100n;
    const spendings = this.#spend(hold.wallet, charge);
    const promo = sumAmounts(
      spendings.filter(({ lot }) => lot.funding === "promo").map(({ amount }) => amount),
    );
    const borneByPromo = charge === 0n ? 0n : (promo * borne) / charge;
    const netByPromo = charge === borne ? 0n : ((promo - borneByPromo) * net) / (charge - borne);

    const gap = modelCost - borne;
    const asked = least(gap, sponsorLimit);
    const sponsored = asked > 0n ? least(asked, this.#free(developer, asked)) : 0n;
    spendings.push(...this.#spend(developer, sponsored));
    const earned = { promo: netByPromo, paid: net - netByPromo };
    for (const funding of FUNDINGS) developer.earnings[funding] += earned[funding];
    const parties = { payer: hold.wallet, developer };
    this.#settled.set(runId, { charge, sponsored, spendings, ...parties, earned, reversed: false });
    return { gross: charge, modelCost, net, fee: charge - borne - net, sponsored, loss: gap - sponsored };
  }

  settleFailed(runId: string, modelCost: bigint, freePerDay: bigint | null) {
    const hold = this.#live(runId);
    if (hold === undefined) return "hold_ended";
    this.#end(hold);
    if (freePerDay === null) return { charge: 0n, loss: modelCost };
    const free = least(modelCost, this.#freeLosses(hold, freePerDay));
    const charge = least(modelCost - free, hold.amount);
    this.#spend(hold.wallet, charge);
    hold.wallet.lost += modelCost - charge;
    return { charge, loss: modelCost - charge };
  }

  risk(runId: string, uncovered: bigint, freePerDay: bigint): boolean | "hold_ended" {
    const hold = this.#live(runId);
    if (hold === undefined) return "hold_ended";
    if (uncovered > hold.uncovered) {
      if (uncovered > this.#freeLosses(hold, freePerDay)) return false;
      hold.uncovered = uncovered;
    }
    return true;
  }

  #freeLosses(hold: Hold, freePerDay: bigint): bigint {
    const others = [...this.#holds.values()].filter(
      (other) => other !== hold && other.live && other.wallet === hold.wallet,
    );
    const left = freePerDay - hold.wallet.lost - sumAmounts(others.map((other) => other.uncovered));
    return left > 0n ? left : 0n;
  }

  reverse(runId: string): boolean {
    const run = this.#settled.get(runId);
    if (run === undefined || run.reversed) return false;
    run.reversed = true;
    run.payer.spent -= run.charge;
    run.developer.spent -= run.sponsored;
    for (const { lot, amount } of run.spendings) lot.remaining += amount;
    for (const funding of FUNDINGS) {
      const wallet = run.developer;
      const short = run.earned[funding] - wallet.earnings[funding];
      if (short > 0n) {
        const lot = wallet.lots.find(({ name }) => name === `earnings/${funding}`);
        if (lot) lot.remaining -= least(short, lot.remaining, computeBalance(wallet) - wallet.held);
        wallet.earnings[funding] += short;
      }
      wallet.earnings[funding] -= run.earned[funding];
    }
    return true;
  }

  #live(runId: string): Hold | undefined {
    const hold = this.#holds.get(runId);
    return hold?.live ? hold : undefined;
  }

  #free(wallet: ModelWallet, needed: bigint): bigint {
    this.expire(wallet);
    if (computeBalance(wallet) - wallet.held < needed) this.claim(wallet);
    return computeBalance(wallet) - wallet.held;
  }

  #spend(wallet: ModelWallet, amount: bigint): Spending[] {
    const spendings: Spending[] = [];
    let missing = amount;
    wallet.spent += amount;
    // The sort is stable, so equal lots stay in the order of their creation.
    const inOrder = [...wallet.lots].sort(
      (a, b) =>
        SPENDING_ORDER[a.source] - SPENDING_ORDER[b.source] ||
        Number(a.expiresAt > b.expiresAt) - Number(a.expiresAt < b.expiresAt) ||
        FUNDINGS.indexOf(a.funding) - FUNDINGS.indexOf(b.funding),
    );
    for (const lot of inOrder) {
      const part = least(lot.remaining, missing);
      if (part === 0n) continue;
      lot.remaining -= part;
      missing -= part;
      spendings.push({ wallet, lot, amount: part });
    }
    return spendings;
  }
}
