import { z } from "zod";

const call = z.object({
  index: z.int().nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const message = z.object({ content: z.string().nullish(), tool_calls: z.array(call).nullish() });

/** A chat completion, or one chunk of a streamed one. It comes from our own chat route, which has metered it. */
const answer = z.object({
  id: z.string().nullish(),
  model: z.string().nullish(),
  choices: z.array(
    z.object({ message: message.nullish(), delta: message.nullish(), finish_reason: z.string().nullish() }),
  ),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});

export type ChatAnswer = z.infer<typeof answer>;
export type ChatToolCall = z.infer<typeof call>;

/** Parses an answer or one chunk of it. Returns undefined if the text is neither. */
export function readChatAnswer(text: string): ChatAnswer | undefined {
  try {
    return answer.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
