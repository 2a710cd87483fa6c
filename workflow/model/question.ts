import type { WaitAnswer, WaitRequest } from "../gateway/wait-messages.ts";

/** What a run waits for in a conversation: a person's answer to a page, the data of a call, or a time. */
export type Question = WaitRequest["asks"] | { kind: "time" };

/** A question that ended a turn of a conversation. */
export interface PendingQuestion {
  /** The node that asks. */
  node: string;
  asks: Question;
  /** The time after which the node continues without an answer, in milliseconds since the epoch. */
  until?: number;
}

/** What a node gets that has asked. There is no answer if the time of the question has passed. */
export interface Reply {
  answer: WaitAnswer | undefined;
}

/** Ends a turn of a conversation with a question. No node continues after it until the person has answered. */
export class QuestionAsked extends Error {
  override readonly name = "QuestionAsked";
  readonly question: PendingQuestion;

  constructor(question: PendingQuestion) {
    super("the turn of the conversation ends with a question");
    this.question = question;
  }
}
