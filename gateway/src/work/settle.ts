import { GatewayError } from "../openai-error.ts";

/** A task's result in a form that threads can exchange, because an error loses its class in transfer. */
export type Settled<T> =
  | { value: T }
  | { refusal: { message: string; init: ConstructorParameters<typeof GatewayError>[1] } };

/** Runs a task and returns its result, or the GatewayError that it threw. Throws any other error. */
export async function settle<T>(task: () => T | Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await task() };
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown;
    const { message, status, type, code, param } = thrown;
    return { refusal: { message, init: { status, type, code, ...(param !== null && { param }) } } };
  }
}
