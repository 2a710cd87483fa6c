import { type CallEstimate, isProviderTrouble, type ModelCall } from "@stoa/gateway";
import { type ChargeTerms, getLarger, getSmaller } from "../start/run-terms.ts";

interface InFlight {
  tokens: number;
  cost: bigint;
  askedCompletion: number;
  grantedCompletion: number;
  /** When the call was reserved, by the monotonic clock. */
  since: number;
}

/** The token budget of a run without a price. No run of ten minutes uses this many tokens. */
const UNBOUNDED_TOKENS = 1_000_000_000;

/**
 * Returns the maximum cost of a call with fewer completion tokens than estimated. A proportional share of the estimate
 * is an upper bound, because no provider sells completion tokens for less than prompt tokens.
 */
function computeCost(estimate: CallEstimate, completionTokens: number): bigint {
  const whole = BigInt(estimate.promptTokens + estimate.completionTokens);
  const part = BigInt(estimate.promptTokens + completionTokens);
  return whole === 0n ? estimate.costNano : (estimate.costNano * part + whole - 1n) / whole;
}

/** Returns how many tokens of a call, including the prompt, an amount of provider cost pays for. */
function computeTokens(amount: bigint, estimate: CallEstimate): number {
  const whole = estimate.promptTokens + estimate.completionTokens;
  if (estimate.costNano === 0n) return whole;
  const tokens = (getLarger(amount, 0n) * BigInt(whole)) / estimate.costNano;
  return Number(getSmaller(tokens, BigInt(UNBOUNDED_TOKENS)));
}

/**
 * Counts the tokens that one live run has used, has in flight and may still use. It only calculates: the ledger
 * provides the size of the hold that pays for the tokens.
 */
export class RunMeter {
  readonly terms: ChargeTerms;
  readonly inputTokens: number;
  /** The part of the hold that is reserved for this run. */
  held: bigint;
  /** The number of o200k tokens that the agent has written so far. */
  outputTokens = 0;
  modelTokens = 0;
  modelCost = 0n;
  /** The amount that is reserved for model calls that the caller's payment does not cover. */
  uncovered = 0n;
  /** Whether the run reached its cap or used up the balance. */
  limited = false;
  /** The error code of the last call, if it failed because of its provider. */
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

  /** The number of model tokens if a model was called, or else the number of input and output tokens. */
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

  /** Returns how many tokens an amount pays for. */
  countTokensFor(amount: bigint): number {
    if (this.terms.pricePerToken === 0n) return UNBOUNDED_TOKENS;
    return Number(getSmaller(amount / this.terms.pricePerToken, BigInt(UNBOUNDED_TOKENS)));
  }

  /**
   * Returns the amount to hold for the calls made and in flight, and for one more call with this many completion
   * tokens.
   */
  computeAmount(estimate: CallEstimate, completionTokens: number): bigint {
    if (this.terms.pays === "model_cost")
      return this.#addFee(this.computeCostWith(estimate, completionTokens));
    const tokens = this.#countTakenTokens() + estimate.promptTokens + completionTokens;
    return this.terms.pricePerToken * BigInt(tokens);
  }

  /**
   * Returns the number of completion tokens that an amount leaves for a call with this prompt. If it is less than 1,
   * the call cannot be made.
   */
  countAffordableTokens(amount: bigint, estimate: CallEstimate): number {
    const left =
      this.terms.pays === "model_cost"
        ? computeTokens(this.#removeFee(amount) - this.modelCostTaken, estimate)
        : this.countTokensFor(amount) - this.#countTakenTokens();
    return Math.min(estimate.completionTokens, left - estimate.promptTokens);
  }

  /** Returns the model cost used and in flight, including one more call. */
  computeCostWith(estimate: CallEstimate, completionTokens: number): bigint {
    return this.modelCostTaken + computeCost(estimate, completionTokens);
  }

  /** Returns the amount that the developer would have to pay if one more call used its maximum, in nano-USD. */
  computeShortfall(estimate: CallEstimate, completionTokens: number): bigint {
    if (this.terms.pays === "model_cost") return 0n;
    const gross = getSmaller(this.computeAmount(estimate, completionTokens), this.terms.cap);
    return getLarger(this.computeCostWith(estimate, completionTokens) - gross, 0n);
  }

  reserve(estimate: CallEstimate, grantedCompletion: number): string {
    const id = String(this.#nextReservation++);
    this.#inFlight.set(id, {
      tokens: estimate.promptTokens + grantedCompletion,
      cost: computeCost(estimate, grantedCompletion),
      askedCompletion: estimate.completionTokens,
      grantedCompletion,
      since: performance.now(),
    });
    return id;
  }

  /** Records a call that has ended. @returns false if there is no such reservation */
  record(reservationId: string, call: ModelCall): boolean {
    const reservation = this.#inFlight.get(reservationId);
    if (!reservation) return false;
    this.#inFlight.delete(reservationId);
    this.modelTokens += call.promptTokens + call.completionTokens;
    this.modelCost += call.costNano;
    this.#recordEnd(call);
    const shortened = reservation.grantedCompletion < reservation.askedCompletion;
    if (shortened && call.completionTokens >= reservation.grantedCompletion) this.limited = true;
    return true;
  }

  /** The model cost used and in flight. */
  get modelCostTaken(): bigint {
    return this.modelCost + this.#sumCostInFlight();
  }

  /** The amount to hold in order to charge everything metered. */
  get amountMetered(): bigint {
    if (this.terms.pays === "model_cost") return this.#addFee(this.modelCost);
    return this.terms.pricePerToken * BigInt(this.metered);
  }

  /** The amount to hold for everything metered and in flight. */
  get amountTaken(): bigint {
    if (this.terms.pays === "model_cost") return this.#addFee(this.modelCostTaken);
    return getLarger(this.amountMetered, this.terms.pricePerToken * BigInt(this.#countTakenTokens()));
  }

  /** The tokens that are charged: as many of the metered tokens as the hold can pay for. */
  get charged(): number {
    return Math.min(this.metered, this.countTokensFor(this.held));
  }

  /** The amount that the caller pays for the metered tokens: never more than the hold. */
  get cost(): bigint {
    if (this.terms.pays === "model_cost") return getSmaller(this.#addFee(this.modelCost), this.held);
    return this.terms.pricePerToken * BigInt(this.charged);
  }

  /** How long the oldest call in flight has waited for its answer, in milliseconds. */
  get longestWaitMs(): number {
    const now = performance.now();
    return Math.max(0, ...[...this.#inFlight.values()].map(({ since }) => now - since));
  }

  /** Returns the price of a model cost: with the platform's fee, rounded up, if the run has one. */
  #addFee(cost: bigint): bigint {
    return cost + (cost * this.#feePercent + 99n) / 100n;
  }

  /** Returns the model cost whose price an amount pays. */
  #removeFee(amount: bigint): bigint {
    return (getLarger(amount, 0n) * 100n) / (100n + this.#feePercent);
  }

  get #feePercent(): bigint {
    return BigInt(this.terms.feePercent ?? 0);
  }

  #recordEnd(call: ModelCall): void {
    if (call.outcome === "error") {
      this.providerTrouble = isProviderTrouble(call.errorCode) ? call.errorCode : undefined;
    } else if (call.outcome !== "client_gone") {
      this.providerTrouble = undefined;
      this.finishReason = call.finishReason;
    }
  }

  #countTakenTokens(): number {
    let tokens = this.modelTokens;
    for (const call of this.#inFlight.values()) tokens += call.tokens;
    return tokens;
  }

  #sumCostInFlight(): bigint {
    let cost = 0n;
    for (const call of this.#inFlight.values()) cost += call.cost;
    return cost;
  }
}
