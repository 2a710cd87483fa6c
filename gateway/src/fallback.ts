import { ensureGatewayError, GatewayError } from "./openai-error.ts";

interface Attempts<Model> {
  /** The requested model, then the models that may replace it. */
  models: readonly Model[];
  /** Answers, or throws if nothing has been sent to the client. */
  attempt(model: Model): Promise<void>;
  /** Called for each failed attempt. */
  recordFailedAttempt(model: Model, error: GatewayError): Promise<void>;
  /** Returns whether nobody waits for the answer anymore, so no other model should be tried. */
  isOver(): boolean;
}

/**
 * Tries one model after another until one answers. Stops early at a failure that rules out other models, or if nobody
 * waits for the answer anymore.
 * @throws GatewayError the first failure, with the shortest Retry-After of all failures.
 */
export async function answerByFirst<Model>({
  models,
  attempt,
  recordFailedAttempt: failed,
  isOver,
}: Attempts<Model>): Promise<void> {
  const errors: GatewayError[] = [];
  for (const model of models) {
    try {
      return await attempt(model);
    } catch (thrown) {
      const error = ensureGatewayError(thrown);
      await failed(model, error);
      if (error.fault?.fallsBack !== true)
        throw errors.length === 0 ? thrown : joinErrors([...errors, error]);
      errors.push(error);
      if (isOver()) break;
    }
  }
  throw joinErrors(errors);
}

function joinErrors(errors: readonly GatewayError[]): GatewayError {
  const [first, ...others] = errors;
  if (first === undefined) return ensureGatewayError(new Error("no model was tried"));
  const waits = errors.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  if (others.length === 0 || waits.length === 0) return first;
  return new GatewayError(first.message, {
    status: first.status,
    type: first.type,
    code: first.code,
    ...(first.param === null ? {} : { param: first.param }),
    ...(first.headers["x-should-retry"] === undefined ? {} : { retry: false as const }),
    retryAfterSeconds: Math.min(...waits),
    cause: errors,
  });
}
