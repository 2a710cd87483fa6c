import { createHash } from "node:crypto";
import { LIMITS, type RunRequest } from "@stoa/contract";
import type { FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../../platform/http/app-error.ts";
import type { IdempotencyKey } from "./start-store.ts";

/** A key is unique per account and operation. Both paths that start runs use this operation. */
const OPERATION = "run";

/**
 * Returns the idempotency key of a request that starts a run, with a hash of the request.
 * @param beside what the request says beside the run, such as the earlier messages of a conversation that the caller keeps
 * @throws AppError 400 for an invalid key
 */
export function readIdempotencyKey(
  request: FastifyRequest,
  asked: RunRequest,
  beside?: unknown,
): IdempotencyKey | undefined {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return undefined;
  const key = typeof header === "string" ? header.trim() : "";
  if (key === "" || key.length > LIMITS.idempotencyKeyMaxLength)
    throw invalidField(
      "Idempotency-Key",
      `Idempotency-Key must have 1 to ${LIMITS.idempotencyKeyMaxLength} characters`,
    );
  const { agent_id, input_data, max_cost, timeout, version, conversation_id, parent_turn } = asked;
  const turn = conversation_id === undefined ? [] : [conversation_id, parent_turn];
  const body = JSON.stringify([
    ...[agent_id, input_data, max_cost, timeout, version],
    ...turn,
    ...(beside === undefined ? [] : [beside]),
  ]);
  return { route: OPERATION, key, bodyHash: createHash("sha256").update(body).digest() };
}

/** @throws AppError 422 if the key was used for another request */
export function requireSameBody(known: { sameBody: boolean }): void {
  if (!known.sameBody)
    throw new AppError(
      422,
      "idempotency_mismatch",
      "This Idempotency-Key was already used with a different request. Use a new key",
    );
}

export const createStillRunningError = () =>
  new AppError(
    409,
    "idempotency_in_flight",
    "The run with this Idempotency-Key has not ended yet. Try again when it has",
    {
      headers: { "retry-after": "1" },
    },
  );
