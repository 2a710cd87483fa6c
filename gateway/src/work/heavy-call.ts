import { GatewayError } from "../openai-error.ts";
import { gatewayPool } from "./gateway-pool.ts";
import type { Settled } from "./settled.ts";

/** What is below this is done in less than a millisecond or two. Characters of a request's body. */
const INLINE_CHARS = 16_384;

/** A function of `gateway-worker.ts` by its name there. */
export interface HeavyTask<I, T> {
  name: "readChat" | "readEmbeddings" | "readMessages" | "readResponses" | "composeBasic" | "embedBasic";
  work: (input: I) => T | Promise<T>;
}

/**
 * Does a task here where its request is short, else on a thread, in which owners take turns.
 * @throws GatewayError what the task throws; 429 when too much of the owner waits, 413 when it takes too long.
 */
export async function heavyCall<I, T>(
  { name, work }: HeavyTask<I, T>,
  input: I,
  { chars, owner }: { chars: number; owner: string },
): Promise<T> {
  if (chars <= INLINE_CHARS) return work(input);
  const answer = await gatewayPool.run<Settled<T>>(name, input, owner);
  if ("value" in answer) return answer.value;
  throw new GatewayError(answer.refusal.message, answer.refusal.init);
}
