import { GatewayError } from "../openai-error.ts";

/** What a task came to, in a form that threads can hand on: an error loses its class on the way. */
export type Settled<T> =
  | { value: T }
  | { refusal: { message: string; init: ConstructorParameters<typeof GatewayError>[1] } };

/** Does a task and returns its result, or the refusal that it threw. */
export async function settled<T>(task: () => T | Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await task() };
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown;
    const { message, status, type, code, param } = thrown;
    return { refusal: { message, init: { status, type, code, ...(param !== null && { param }) } } };
  }
}
