import { type CallEstimate, isProviderTrouble, type ModelCall } from "@stoa/gateway";
import { type ChargeTerms, larger, smaller } from "../start/run-terms.ts";

interface InFlight {
  tokens: number;
  cost: bigint;
  askedCompletion: number;
  grantedCompletion: number;
  /** When it was reserved, by the monotonic clock. */
  since: number;
}

/** The token budget if there is no price: no run of ten minutes uses as many. */
const UNBOUNDED_TOKENS = 1_000_000_000;

/**
 * Returns the most that a call costs with fewer completion tokens than estimated. A proportional share is an upper
 * bound, because no provider sells completion tokens below prompt tokens.
 */
function costOf(estimate: CallEstimate, completionTokens: number): bigint {
  const whole = BigInt(estimate.promptTokens + estimate.completionTokens);
  const part = BigInt(estimate.promptTokens + completionTokens);
  return whole === 0n ? estimate.costNano : (estimate.costNano * part + whole - 1n) / whole;
}

/** Returns how many tokens of a call, prompt included, an amount of provider cost pays for. */
function tokensForCost(amount: bigint, estimate: CallEstimate): number {
  const whole = estimate.promptTokens + estimate.completionTokens;
  if (estimate.costNano === 0n) return whole;
  const tokens = (larger(amount, 0n) * BigInt(whole)) / estimate.costNano;
  return Number(smaller(tokens, BigInt(UNBOUNDED_TOKENS)));
}

/**
 * What one live run has used, has in flight and may still use. It is pure arithmetic: the money behind it is the
 * hold, whose size it is given.
 */
export class RunMeter {
  readonly terms: ChargeTerms;
  readonly inputTokens: number;
  /** The hold as the ledger last reported it. */
  held: bigint;
  /** Text that the agent has written so far, in o200k tokens. */
  outputTokens = 0;
  modelTokens = 0;
  modelCost = 0n;
  /** The amount that is reserved for model calls that the caller's payment does not cover. */
  uncovered = 0n;
  /** Whether the run reached its cap or the end of the balance. */
  limited = false;
  /** The error code of the last call, if its provider failed it. */
  providerTrouble: string | undefined;
  /** Why the model stopped writing in the last call that it answered. */
  finishReason: string | undefined;
  readonly #inFlight = new Map<string, InFlight>();
  #nextReservation = 1;

  constructor(terms: ChargeTerms, inputTokens: number, held: bigint) {
    this.terms = terms;
    this.inputTokens = inputTokens;
    this.held = held;
  }

  /** Model tokens if a model was called, or else the tokens of input and output. */
  get metered(): number {
    return this.modelTokens > 0 ? this.modelTokens : this.inputTokens + this.outputTokens;
  }

  get callsInFlight(): number {
    return this.#inFlight.size;
  }

  /** How many calls were reserved so far, including those in flight. */
  get callsReserved(): number {
    return this.#nextReservation - 1;
  }

  /** Whether the text of the answer is charged, because no model was called. */
  get chargesText(): boolean {
    return this.modelTokens === 0 && this.#inFlight.size === 0;
  }

  /** Returns how many tokens an amount buys. */
  tokensFor(amount: bigint): number {
    if (this.terms.pricePerToken === 0n) return UNBOUNDED_TOKENS;
    return Number(smaller(amount / this.terms.pricePerToken, BigInt(UNBOUNDED_TOKENS)));
  }

  /** Returns what must be held for the calls made and in flight, and one more with this many completion tokens. */
  amountWith(estimate: CallEstimate, completionTokens: number): bigint {
    if (this.terms.pays === "model_cost") return this.costWith(estimate, completionTokens);
    const tokens = this.#tokensTaken() + estimate.promptTokens + completionTokens;
    return this.terms.pricePerToken * BigInt(tokens);
  }

  /** Returns how many completion tokens an amount leaves for a call with this prompt. Below 1 it cannot be made. */
  completionWithin(amount: bigint, estimate: CallEstimate): number {
    const left =
      this.terms.pays === "model_cost"
        ? tokensForCost(amount - this.modelCostTaken, estimate)
        : this.tokensFor(amount) - this.#tokensTaken();
    return Math.min(estimate.completionTokens, left - estimate.promptTokens);
  }

  /** Returns the model cost used and in flight, with one more call. */
  costWith(estimate: CallEstimate, completionTokens: number): bigint {
    return this.modelCostTaken + costOf(estimate, completionTokens);
  }

  /** Returns what the developer would have to pay if one more call used everything that it may, nano-USD. */
  shortfallWith(estimate: CallEstimate, completionTokens: number): bigint {
    if (this.terms.pays === "model_cost") return 0n;
    const gross = smaller(this.amountWith(estimate, completionTokens), this.terms.cap);
    return larger(this.costWith(estimate, completionTokens) - gross, 0n);
  }

  reserve(estimate: CallEstimate, grantedCompletion: number): string {
    const id = String(this.#nextReservation++);
    this.#inFlight.set(id, {
      tokens: estimate.promptTokens + grantedCompletion,
      cost: costOf(estimate, grantedCompletion),
      askedCompletion: estimate.completionTokens,
      grantedCompletion,
      since: performance.now(),
    });
    return id;
  }

  /** Books a call that has ended. @returns false if there is no such reservation */
  record(reservationId: string, call: ModelCall): boolean {
    const reservation = this.#inFlight.get(reservationId);
    if (!reservation) return false;
    this.#inFlight.delete(reservationId);
    this.modelTokens += call.promptTokens + call.completionTokens;
    this.modelCost += call.costNano;
    this.#noteEnd(call);
    const shortened = reservation.grantedCompletion < reservation.askedCompletion;
    if (shortened && call.completionTokens >= reservation.grantedCompletion) this.limited = true;
    return true;
  }

  /** Model cost used and in flight. */
  get modelCostTaken(): bigint {
    return this.modelCost + this.#costInFlight();
  }

  /** What must be held to charge everything metered. */
  get amountMetered(): bigint {
    if (this.terms.pays === "model_cost") return this.modelCost;
    return this.terms.pricePerToken * BigInt(this.metered);
  }

  /** What must be held for everything metered and in flight. */
  get amountTaken(): bigint {
    if (this.terms.pays === "model_cost") return this.modelCostTaken;
    return larger(this.amountMetered, this.terms.pricePerToken * BigInt(this.#tokensTaken()));
  }

  /** The tokens that are charged: those metered, as far as the hold can pay for them. */
  get charged(): number {
    return Math.min(this.metered, this.tokensFor(this.held));
  }

  /** What the caller pays for what was metered: never more than the hold. */
  get cost(): bigint {
    if (this.terms.pays === "model_cost") return smaller(this.modelCost, this.held);
    return this.terms.pricePerToken * BigInt(this.charged);
  }

  /** How long the oldest call in flight has waited for its answer, in milliseconds. */
  get longestWaitMs(): number {
    const now = performance.now();
    return Math.max(0, ...[...this.#inFlight.values()].map(({ since }) => now - since));
  }

  #noteEnd(call: ModelCall): void {
    if (call.outcome === "error") {
      this.providerTrouble = isProviderTrouble(call.errorCode) ? call.errorCode : undefined;
    } else if (call.outcome !== "client_gone") {
      this.providerTrouble = undefined;
      this.finishReason = call.finishReason;
    }
  }

  #tokensTaken(): number {
    let tokens = this.modelTokens;
    for (const call of this.#inFlight.values()) tokens += call.tokens;
    return tokens;
  }

  #costInFlight(): bigint {
    let cost = 0n;
    for (const call of this.#inFlight.values()) cost += call.cost;
    return cost;
  }
}
