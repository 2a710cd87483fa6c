import { answerTo } from "../../../ai/ask-model.ts";
import { filledPrompt } from "../../../ai/prompt-template.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { LanguageModel, OutputParser } from "../../../model/sub-nodes.ts";

const STANDARD_PROMPT = `Instructions:
--------------
{instructions}
--------------
Completion:
--------------
{completion}
--------------

The completion does not follow the instructions.
Error:
--------------
{error}
--------------

Answer again, so that it follows the instructions.`;

/** A parser that asks a model once to put right what another one cannot read. */
export function fixingParser(
  context: NodeContext,
  parser: OutputParser,
  model: LanguageModel,
  prompt: string,
): OutputParser {
  return {
    ...parser,
    async parse(text) {
      try {
        return await parser.parse(text);
      } catch (failure) {
        context.signal.throwIfAborted();
        const error = (failure as Error).message;
        const words = { instructions: parser.instructions, completion: text, error };
        const user = filledPrompt(prompt || STANDARD_PROMPT, words);
        return parser.parse(await answerTo(context, model, { user }));
      }
    },
  };
}
