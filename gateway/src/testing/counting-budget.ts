import type { CallEstimate, ModelCall, Reservation, RunBudget } from "../budget.ts";

/** A budget of completion tokens that reserves tokens for calls in flight, as a real budget must. */
export class CountingBudget implements RunBudget {
  readonly reservations = new Map<string, CallEstimate>();
  readonly records: { reservationId: string; call: ModelCall }[] = [];
  mostSeen = 0;
  failuresToCome = 0;
  keepsContent = false;
  private reserved = 0;
  private spent = 0;
  private readonly open = new Map<string, number>();
  private readonly total: number;

  constructor(total = 1_000_000) {
    this.total = total;
  }

  async reserve(_runId: string, estimate: CallEstimate): Promise<Reservation> {
    const free = this.total - this.spent - this.reserved;
    if (free < 1)
      return { granted: false, code: "insufficient_credits", detail: "The run's budget is used up." };
    const completionTokens = Math.min(free, estimate.completionTokens);
    const id = `reservation-${this.reservations.size + 1}`;
    this.reserved += completionTokens;
    this.mostSeen = Math.max(this.mostSeen, this.reserved + this.spent);
    this.open.set(id, completionTokens);
    this.reservations.set(id, estimate);
    return { granted: true, id, completionTokens, keepsContent: this.keepsContent };
  }

  async record(_runId: string, reservationId: string, call: ModelCall): Promise<void> {
    if (this.failuresToCome > 0) {
      this.failuresToCome -= 1;
      throw new Error("the database is unavailable");
    }
    this.records.push({ reservationId, call });
    this.reserved -= this.open.get(reservationId) ?? 0;
    this.open.delete(reservationId);
    this.spent += call.completionTokens;
    this.mostSeen = Math.max(this.mostSeen, this.reserved + this.spent);
  }

  get openReservations(): number {
    return this.open.size;
  }

  get lastCall(): ModelCall {
    const last = this.records.at(-1);
    if (last === undefined) throw new Error("nothing was recorded");
    return last.call;
  }
}
