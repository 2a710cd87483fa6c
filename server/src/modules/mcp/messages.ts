import * as z from "zod";

/** The parts of a message that matter before it is answered. The SDK checks the rest. */
const Message = z.object({
  method: z.string().optional().catch(undefined),
  params: z
    .object({ name: z.unknown().optional(), requestId: z.unknown().optional() })
    .optional()
    .catch(undefined),
});
type Message = z.infer<typeof Message>;

/** Returns the message in a body, or the messages of a batch, which protocol 2025-03-26 allows. */
export function listMessages(body: unknown): Message[] {
  const parts: readonly unknown[] = Array.isArray(body) ? body : [body];
  return parts.map((part) => Message.safeParse(part).data ?? {});
}
