import type { JsonSchema } from "@stoa/contract/declarative-agent";
import type { JsonValue } from "@stoa/runtime/protocol";
import { answerQuestion, getConnectedModel } from "../../../ai/ask-model.ts";
import { toResponseFormat } from "../../../ai/json-schema.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { createAutofixingParser, createStructuredParser } from "../parsers/output-parsers.ts";

/**
 * Asks the connected model for structured output for the given text.
 * @throws Error if the answer does not match the schema
 */
export async function askForStructuredOutput(
  context: NodeContext,
  itemIndex: number,
  question: { system: string; text: string; form: JsonSchema; fixes: boolean },
): Promise<JsonValue> {
  const model = await getConnectedModel(context, itemIndex);
  const plain = createStructuredParser(question.form, { wrapped: false });
  const parser = question.fixes ? createAutofixingParser(context, plain, model, "") : plain;
  const system = `${question.system}\n\n${parser.instructions}`;
  // Providers accept only an object as the top-level value.
  const form = parser.schema?.type === "object" ? toResponseFormat(parser.schema) : undefined;
  return parser.parse(await answerQuestion(context, model, { system, user: question.text }, form));
}
