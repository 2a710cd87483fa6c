import { getRefusalMessage, readBody } from "@stoa/runtime/gateway-http";
import * as z from "zod";
import type { GatewayClient, WaitService } from "../model/services.ts";
import { WaitAnswer } from "./wait-messages.ts";

/**
 * The maximum size of a response. An answer is at most as large as the input of a run, so even with base64 and headers
 * it is smaller than this.
 */
const MAX_ANSWER_BYTES = 1024 * 1024;

const Address = z.object({ address: z.url() });
const Ended = z.object({ answer: WaitAnswer.exactOptional(), runEnds: z.boolean() });

/**
 * Returns a client for answers of people and other systems, which Stoa's server takes during the run, at the
 * gateway's `/answers`.
 */
export function createGatewayWaits(gateway: GatewayClient): WaitService {
  const ask = async <Reply>(path: string, body: unknown, reply: z.ZodType<Reply>): Promise<Reply> => {
    const answer = await gateway.call({ method: "POST", path, body, accept: "application/json" });
    const read = await readBody(answer, MAX_ANSWER_BYTES);
    if (answer.statusCode !== 200) throw new Error(getRefusalMessage(read, answer.statusCode ?? 0));
    return reply.parse(JSON.parse(read.toString()));
  };
  return {
    address: async () => (await ask("/answers/addresses", {}, Address)).address,
    wait: (question) => ask("/answers/waits", question, Ended),
  };
}
