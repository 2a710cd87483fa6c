import type { CallEstimate, Reservation, RunBudget } from "./budget.ts";
import { GatewayError } from "./openai-error.ts";

/**
 * Reserves a run's budget for one call.
 * @throws GatewayError 402 if the budget refuses, 503 if it is unavailable.
 */
export async function reserve(
  budget: RunBudget,
  runId: string,
  estimate: CallEstimate,
): Promise<Extract<Reservation, { granted: true }>> {
  const reservation = await budget.reserve(runId, estimate).catch((cause: unknown) => {
    const message = "The budget of this run is temporarily unavailable. Try again shortly.";
    throw new GatewayError(message, { status: 503, type: "api_error", code: "budget_unavailable", cause });
  });
  if (reservation.granted) return reservation;
  throw new GatewayError(reservation.detail, {
    status: 402,
    type: "insufficient_quota",
    code: reservation.code,
    retry: false,
  });
}
