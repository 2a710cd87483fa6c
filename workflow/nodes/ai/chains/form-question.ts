import type { JsonSchema } from "@stoa/contract/declarative-agent";
import type { JsonValue } from "@stoa/runtime/protocol";
import { answerTo, attachedModel } from "../../../ai/ask-model.ts";
import { answerForm } from "../../../ai/json-schema.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { fixingParser, formParser } from "../parsers/output-parsers.ts";

/** Asks the attached model about a text for an answer of a form. @throws Error where the answer does not have it. */
export async function askForForm(
  context: NodeContext,
  itemIndex: number,
  question: { system: string; text: string; form: JsonSchema; fixes: boolean },
): Promise<JsonValue> {
  const model = await attachedModel(context, itemIndex);
  const plain = formParser(question.form, { wrapped: false });
  const parser = question.fixes ? fixingParser(context, plain, model, "") : plain;
  const system = `${question.system}\n\n${parser.instructions}`;
  // Providers take no other kind of value for a whole answer.
  const form = parser.schema?.type === "object" ? answerForm(parser.schema) : undefined;
  return parser.parse(await answerTo(context, model, { system, user: question.text }, form));
}
