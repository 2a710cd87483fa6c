import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { passedOn } from "./pass-on.ts";
import { callAsked, callItem, whyNoCall } from "./waiting/call-answer.ts";
import { formAsked, formItem } from "./waiting/form-answer.ts";
import { interval, limitedWait, until } from "./waiting/wait-duration.ts";
import { waitsForAnswer } from "./waiting/waits-for-answer.ts";

/** Waits for a while, until a time, or for a call or a form from outside, within the time that the run has. */
export const WAIT_NODE: NodeType = {
  types: ["n8n-nodes-base.wait"],
  versions: [1, 1.1],
  unsupported: whyNot,
  waitsOutside: waitsForAnswer,
  async execute(context) {
    const resume = context.text("resume", 0, "timeInterval");
    const answered = resume === "webhook" || resume === "form" ? await answerOf(context, resume) : undefined;
    if (answered) return [[answered]];
    if (resume === "timeInterval") await context.sleep(pause(context));
    else if (resume === "specificTime") await context.sleep(until(context, "dateTime"));
    return [context.items.map((item, index) => passedOn(item, index))];
  },
};

function whyNot(node: WorkflowNode): string | undefined {
  const { resume, incomingAuthentication = "none" } = node.parameters;
  if (resume === "webhook") return whyNoCall(node);
  if (resume === "form" && incomingAuthentication !== "none")
    return "it waits for a form behind a password of its author's: here the address itself is the secret";
  return undefined;
}

function pause(context: NodeContext): number {
  const isFirst = context.node.version < 1.1;
  return interval(context, {
    amount: { field: "amount", fallback: isFirst ? 1 : 5 },
    unit: { field: "unit", fallback: isFirst ? "hours" : "seconds" },
  });
}

/** The item of the answer; undefined where the node does not wait any longer. */
async function answerOf(context: NodeContext, resume: "webhook" | "form"): Promise<Item | undefined> {
  const limit = context.flag("limitWaitTime", 0)
    ? limitedWait(context, "", { amount: 1, unit: "hours" })
    : undefined;
  if (resume === "webhook") {
    const answer = await context.waitForAnswer(callAsked(context), limit);
    return answer && callItem(context, answer);
  }
  const page = formAsked(context, {
    title: context.text("formTitle", 0) || context.workflow.name,
    text: context.text("formDescription", 0),
    buttons: [{ label: context.text("options.buttonLabel", 0) || "Submit" }],
    thanks:
      context.text("options.respondWithOptions.values.formSubmittedText", 0) ||
      "Thank you: your answer was passed on.",
  });
  const answer = await context.waitForAnswer({ kind: "page", page }, limit);
  return answer && formItem(context, answer);
}
