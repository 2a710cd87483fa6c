import { createHash } from "node:crypto";
import { getMessage } from "@stoa/contract";
import type { InputParameter, JsonValue } from "@stoa/runtime/protocol";
import { type ConversationTurn, decodeState } from "../engine/index.ts";
import { isObject } from "../model/is-object.ts";
import { toText } from "../model/json-text.ts";
import type { PendingQuestion } from "../model/question.ts";
import type { Workflow } from "../model/workflow.ts";
import { formatQuestion } from "../nodes/core/waiting/question-text.ts";
import { readReply } from "../nodes/core/waiting/read-reply.ts";
import { createInputForm } from "../nodes/triggers/index.ts";
import { listInputFiles } from "./run-files.ts";
import type { RunTask } from "./worker-messages.ts";

/** A turn that ends without running the workflow, with the state that the conversation keeps. */
interface EndedTurn {
  answer: string;
  state?: string;
  /** A message to the agent's developer. */
  warning?: string;
}

const CHANGED =
  "This agent has changed since it asked, so it cannot continue with your reply. Please send your request again.";

/**
 * Returns how a run begins that is a turn of a conversation: at its trigger, or at the node whose question the message
 * answers. A message that is no answer ends the turn with the same question. Returns undefined outside a conversation.
 */
export function readTurn(
  { source, conversation, runId }: Pick<RunTask, "source" | "conversation" | "runId">,
  workflow: Workflow,
  input: JsonValue,
): ConversationTurn | EndedTurn | undefined {
  if (!conversation) return undefined;
  const file = createHash("sha256").update(source).digest("base64url");
  const { id, state, earlierRuns: { first, completed } = { first: runId, completed: [] } } = conversation;
  const session = { id, first, runId, runs: [...completed.toReversed(), runId] };
  if (state === undefined) return { file, session };
  const kept = readState(state, file);
  if ("warning" in kept) return { answer: CHANGED, warning: kept.warning };
  const { question } = kept.saved;
  const message = { text: findReplyText(workflow, input), files: listInputFiles(input) };
  const read = readReply(question, message, Date.now());
  if ("problem" in read) return { answer: formatQuestion(question, workflow.timezone, read.problem), state };
  return { file, session, continues: { ...kept, reply: read.reply } };
}

function readState(state: string, file: string) {
  const anew = "The next message of the conversation starts the workflow anew.";
  try {
    const kept = decodeState(state, file);
    return (
      kept ?? {
        warning: `The workflow file has changed since the run asked its question, so the run cannot continue. ${anew}`,
      }
    );
  } catch (error) {
    return { warning: `The run that asked a question cannot be loaded (${String(error)}). ${anew}` };
  }
}

/**
 * Returns the text of a reply: the message, otherwise the field that the chat uses as the message, because a reply has the
 * same form as the agent's other inputs.
 */
function findReplyText(workflow: Workflow, input: JsonValue): string {
  if (!isObject(input)) return toText(input);
  const form = createInputForm(workflow);
  const texts = ("problem" in form ? [] : form.parameters).filter(isText);
  const field = texts.find(({ required }) => required) ?? texts[0];
  return getMessage(input) || toText(field && input[field.name]);
}

const isText = ({ type, choices }: InputParameter) => type === "string" && choices === undefined;

/** Returns the answer of a turn that ends with a question: what the workflow responded before, and the question. */
export function formatTurnEnd(
  response: JsonValue | undefined,
  question: PendingQuestion,
  { timezone }: Workflow,
): string {
  return [toText(response), formatQuestion(question, timezone)].filter((part) => part !== "").join("\n\n");
}
