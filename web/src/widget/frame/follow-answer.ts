import type { WidgetResult } from "@stoa/contract/widget";
import { WIDGET_TEXTS } from "@stoa/contract/widget-texts";
import { type AnswerPart, type VisitorApi, VisitorError } from "./visitor-api.ts";

/** How long to wait before a lost stream is resumed. */
const RESUME_MS = 2_000;

/**
 * Reads an answer to its end. A stream that breaks is read again from its beginning, because the agent continues without
 * its reader.
 * @param onText called with the run and all text so far, each time that some arrives
 * @throws VisitorError if the agent has not received the message
 */
export async function followAnswer(
  api: VisitorApi,
  answer: AsyncGenerator<AnswerPart>,
  onText: (runId: string, text: string) => void,
): Promise<WidgetResult> {
  let runId: string | null = null;
  for (let stream = answer; ; ) {
    let text = "";
    try {
      for await (const part of stream) {
        if (part.event === "result") return part.data;
        if (part.event === "status") runId = part.data.run_id;
        else text += part.data.text;
        if (runId !== null) onText(runId, text);
      }
    } catch (error) {
      if (runId === null) throw error;
    }
    if (runId === null) throw new VisitorError(WIDGET_TEXTS.lost);
    await new Promise((resolve) => setTimeout(resolve, RESUME_MS));
    stream = api.follow(runId);
  }
}
