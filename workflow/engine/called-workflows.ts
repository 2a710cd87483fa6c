import type { Item } from "../model/item.ts";
import { type PendingQuestion, QuestionAsked } from "../model/question.ts";
import type { Workflow } from "../model/workflow.ts";
import { type ContinuedCall, identifyWorkflow, type PausedExecution } from "./saved-run.ts";

/** A workflow that a node calls. */
export interface WorkflowCall {
  node: string;
  workflow: Workflow;
  items: readonly Item[];
  /** Whether the nodes of the workflow can end a turn of the conversation with a question. */
  canAsk: boolean;
  /** Set if the workflow has asked in an earlier turn. */
  continues: ContinuedCall | undefined;
}

/** A called workflow that ended with a question. */
export interface AskingCall {
  question: PendingQuestion;
  paused: PausedExecution;
}

/** Ends a turn with the question of a called workflow. `outputs` are the results of the node's earlier calls. */
export class CalledWorkflowAsked extends QuestionAsked {
  readonly outputs: readonly (readonly Item[])[];
  readonly paused: PausedExecution;

  constructor({ question, paused }: AskingCall, outputs: readonly (readonly Item[])[]) {
    super(question);
    this.outputs = outputs;
    this.paused = paused;
  }
}

/**
 * The workflows that one run of a node calls, one after the other. If one of them asks, the node runs again from its
 * beginning in the turn with the reply: calls that had ended return what they returned, and the call that asked continues.
 */
export class CalledWorkflows {
  readonly #outputs: (readonly Item[])[] = [];
  readonly #continues: ContinuedCall | undefined;

  constructor(continues: ContinuedCall | undefined) {
    this.#continues = continues;
  }

  /** @throws CalledWorkflowAsked if the workflow ends with a question */
  async call(
    workflow: Workflow,
    run: (continues: ContinuedCall | undefined) => Promise<Item[] | AskingCall>,
  ): Promise<Item[]> {
    const index = this.#outputs.length;
    const before = this.#continues?.outputs ?? [];
    const ended = before[index];
    if (ended) {
      this.#outputs.push(ended);
      return [...ended];
    }
    const continues = index === before.length ? this.#continues : undefined;
    if (continues && continues.workflow !== identifyWorkflow(workflow))
      throw new Error(`the workflow '${workflow.name}' has changed since it asked, so it cannot continue`);
    const result = await run(continues);
    if (!Array.isArray(result)) throw new CalledWorkflowAsked(result, this.#outputs);
    this.#outputs.push(result);
    return result;
  }
}
