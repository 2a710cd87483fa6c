import { GatewayError } from "../openai-error.ts";
import { gatewayPool } from "./gateway-pool.ts";
import type { Settled } from "./settle.ts";

/**
 * The maximum length of a request body that is processed on the event loop, which takes at most about 2 ms. Longer
 * bodies are processed on a thread.
 */
const INLINE_CHARS = 16_384;

/** The name of a function in `gateway-worker.ts`. */
export interface HeavyTask<I, T> {
  name: "readChat" | "readEmbeddings" | "readMessages" | "readResponses" | "composeBasic" | "embedBasic";
  work: (input: I) => T | Promise<T>;
}

/**
 * Performs a task on the event loop if its request is short, otherwise on a thread. Owners take turns on the threads.
 * @throws GatewayError from the task; 429 if too much of the owner's work is waiting; 413 if the task takes too long.
 */
export async function runHeavyCall<I, T>(
  { name, work }: HeavyTask<I, T>,
  input: I,
  { chars, owner }: { chars: number; owner: string },
): Promise<T> {
  if (chars <= INLINE_CHARS) return work(input);
  const answer = await gatewayPool.run<Settled<T>>(name, input, owner);
  if ("value" in answer) return answer.value;
  throw new GatewayError(answer.refusal.message, answer.refusal.init);
}
