import { DateTime } from "luxon";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { createFormPage, toFormItem } from "../core/waiting/form-answer.ts";
import { getFormFields } from "./form-fields.ts";
import { readFormValues } from "./form-values.ts";

/**
 * Shows the texts of a form's completion page as the answer, with the redirect URL if there is one, and returns the
 * input items.
 */
function completeForm(context: NodeContext): Outputs {
  const answer: Record<string, string> = {};
  for (const [name, parameter] of [
    ["title", "completionTitle"],
    ["message", "completionMessage"],
    ["text", "responseText"],
    ["redirect", "redirectUrl"],
  ] as const) {
    const text = context.text(parameter, 0);
    if (text !== "") answer[name] = text;
  }
  const texts = ["title", "message", "text"].flatMap((name) => answer[name] ?? []);
  context.respond(answer.redirect === undefined ? texts.join("\n\n") : answer);
  return [context.items];
}

/** Asks for the values of a further page in a conversation. */
async function askForPage(context: NodeContext): Promise<Outputs> {
  const page = createFormPage(context, {
    title: context.text("options.formTitle", 0),
    text: context.text("options.formDescription", 0),
    buttons: [{ label: context.text("options.buttonLabel", 0) || "Submit" }],
    thanks: "",
  });
  const answer = await context.waitForAnswer({ kind: "page", page });
  return [answer ? [toFormItem(context, answer)] : context.items];
}

/**
 * A further page of a form. In a conversation, the person is asked for its values. In other runs, they come from the
 * caller's input or are the fields' defaults.
 */
export const formPage: NodeType = {
  types: ["n8n-nodes-base.form"],
  versions: [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5],
  execute(context) {
    const { node, workflow, execution, callerInput } = context;
    if (context.raw("operation") === "completion") return completeForm(context);
    if (context.isInConversation) return askForPage(context);
    const { json, binary } = readFormValues(getFormFields(node), callerInput);
    const submittedAt = DateTime.now().setZone(workflow.timezone).toISO();
    return [
      [
        {
          json: { ...json, submittedAt, formMode: execution.mode },
          ...(Object.keys(binary).length > 0 && { binary }),
          pairedItem: { item: 0 },
        },
      ],
    ];
  },
};

/** On form submission: outputs the caller's input as a submitted form. */
export const formTrigger: NodeType = {
  types: ["n8n-nodes-base.formTrigger"],
  versions: [1, 2, 2.1, 2.2, 2.3, 2.4, 2.5],
  trigger: true,
  execute({ node, items, workflow, startedAt, execution }) {
    const fields = getFormFields(node);
    const submittedAt = DateTime.fromJSDate(startedAt, { zone: workflow.timezone }).toISO();
    return [
      items.map(({ json: input, binary: files }) => {
        const { json, binary } = readFormValues(fields, input);
        return {
          json: { ...json, submittedAt, formMode: execution.mode },
          ...((files || Object.keys(binary).length > 0) && { binary: { ...files, ...binary } }),
        };
      }),
    ];
  },
};
