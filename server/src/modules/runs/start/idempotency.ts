import { createHash } from "node:crypto";
import { LIMITS, type RunRequest } from "@stoa/contract";
import type { FastifyRequest } from "fastify";
import { AppError, invalidField } from "../../../platform/http/app-error.ts";
import type { IdempotencyKey } from "./start-store.ts";

/** A key is unique per account and operation. Both paths that start runs use this operation. */
const OPERATION = "run";

/**
 * Returns the idempotency key of a request that starts a run, with a hash of the request.
 * @throws AppError 400 for an invalid key
 */
export function readIdempotencyKey(request: FastifyRequest, asked: RunRequest): IdempotencyKey | undefined {
  const header = request.headers["idempotency-key"];
  if (header === undefined) return undefined;
  const key = typeof header === "string" ? header.trim() : "";
  if (key === "" || key.length > LIMITS.idempotencyKeyMaxLength)
    throw invalidField(
      "Idempotency-Key",
      `Idempotency-Key must have 1 to ${LIMITS.idempotencyKeyMaxLength} characters`,
    );
  const { agent_id, input_data, max_cost, timeout, version } = asked;
  const body = JSON.stringify([agent_id, input_data, max_cost, timeout, version]);
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
