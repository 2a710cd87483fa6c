import { asGatewayError, GatewayError } from "./openai-error.ts";

interface Attempts<Model> {
  /** The model that was asked for, then those that may replace it. */
  models: readonly Model[];
  /** Answers, or throws while nothing has been sent to the client. */
  attempt(model: Model): Promise<void>;
  /** Told of each failure before the next model is asked. */
  failed(model: Model, error: GatewayError): Promise<void>;
  /** Nobody waits for an answer any more. */
  isOver(): boolean;
}

/**
 * Asks one model after another until one answers. A failure that is about the request ends it.
 * @throws GatewayError the first failure, with the shortest Retry-After of all.
 */
export async function answerByFirst<Model>({
  models,
  attempt,
  failed,
  isOver,
}: Attempts<Model>): Promise<void> {
  const errors: GatewayError[] = [];
  for (const model of models) {
    try {
      return await attempt(model);
    } catch (thrown) {
      const error = asGatewayError(thrown);
      await failed(model, error);
      if (error.fault?.fallsBack !== true) throw errors.length === 0 ? thrown : joined([...errors, error]);
      errors.push(error);
      if (isOver()) break;
    }
  }
  throw joined(errors);
}

function joined(errors: readonly GatewayError[]): GatewayError {
  const [first, ...others] = errors;
  if (first === undefined) return asGatewayError(new Error("no model was asked"));
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
