import type { NodeContext } from "../../../model/node-context.ts";

const NO_PROMPT =
  "No prompt specified. Expected to find the prompt in an input field called 'chatInput' (this is what the chat trigger node outputs). To use something else, change the 'Prompt' parameter";

/** The expression from which each early version reads its prompt. */
const OLD_PROMPTS: Readonly<Record<string, string>> = {
  "1": "={{ $json.input }}",
  "1.1": "={{ $json.chat_input }}",
};

/** Returns a node's prompt: the text that the node defines, or the chat message. @throws NodeError if there is none */
export function getPrompt(
  context: NodeContext,
  itemIndex: number,
  { choosesSince, field = "text" }: { choosesSince: number; field?: string },
): string {
  const chooses = context.node.version >= choosesSince;
  const isDefined = chooses ? context.text("promptType", itemIndex, "auto") === "define" : true;
  if (isDefined && (chooses || context.raw(field) !== undefined)) {
    const text = context.text(field, itemIndex);
    if (text === "") throw context.failure(`The '${field}' parameter is empty.`, { field, itemIndex });
    return text;
  }
  const standard = chooses
    ? "={{ $json.chatInput }}"
    : (OLD_PROMPTS[String(context.node.version)] ?? "={{ $json.chatInput }}");
  // Current chat triggers do not set the field that the first versions read.
  const found =
    context.evaluate(standard, itemIndex) ?? context.evaluate("={{ $json.chatInput }}", itemIndex);
  if (found === undefined || found === null || found === "")
    throw context.failure(NO_PROMPT, { field: chooses ? "promptType" : field, itemIndex });
  return typeof found === "string" ? found : JSON.stringify(found);
}
