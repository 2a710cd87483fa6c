import type { FollowedEvent } from "../runs/index.ts";
import {
  ANSWER_ID,
  createMessage,
  presentAnswer,
  presentFiles,
  presentMetadata,
  presentStatus,
  type TaskRef,
} from "./present-task.ts";
import type { Artifact, Part, StreamResponse } from "./wire.ts";

type ResultEvent = Extract<FollowedEvent, { event: "result" }>;

/**
 * Converts the events of a run to updates of its task, in the same order. The text of the answer is passed on in the
 * pieces in which the agent writes it. At the end, the answer is sent again only if it is something else than these pieces.
 */
export async function* toUpdates(
  events: AsyncIterable<FollowedEvent>,
  ref: TaskRef,
): AsyncGenerator<StreamResponse> {
  let written = 0;
  for await (const event of events) {
    if (event.event === "output") {
      yield toPiece(ref, event.data.text, written > 0);
      written += event.data.text.length;
    } else if (event.event === "result") yield* toEnd(ref, event, written);
    else {
      const parts = describeProgress(event);
      if (parts) yield toProgress(ref, event.id, parts);
    }
  }
}

const toPiece = (ref: TaskRef, text: string, append: boolean): StreamResponse => ({
  artifactUpdate: {
    ...ref,
    artifact: { artifactId: ANSWER_ID, name: ANSWER_ID, parts: [{ text }] },
    append,
    lastChunk: false,
  },
});

function toProgress(ref: TaskRef, position: number, parts: Part[]): StreamResponse {
  const message = createMessage(ref, `${position}`, parts);
  return {
    statusUpdate: {
      ...ref,
      status: { state: "TASK_STATE_WORKING", message, timestamp: new Date().toISOString() },
    },
  };
}

/** Returns what an event says about the progress of a run, or undefined if clients of A2A have no use for it. */
function describeProgress(event: Exclude<FollowedEvent, ResultEvent>): Part[] | undefined {
  if (event.event === "step") return [{ text: `${event.data.source}: ${event.data.text}` }];
  if (event.event !== "status" || event.data.message === undefined) return undefined;
  const { message, fraction } = event.data;
  return [{ text: message }, ...(fraction === undefined ? [] : [{ data: { fraction } }])];
}

function* toEnd(ref: TaskRef, { data }: ResultEvent, written: number): Generator<StreamResponse> {
  const wasWritten = typeof data.agent_output === "string" && data.agent_output.length === written;
  const answer = wasWritten ? [] : presentAnswer(data);
  for (const artifact of [...answer, ...presentFiles(data)]) yield toWhole(ref, artifact);
  yield { statusUpdate: { ...ref, status: presentStatus(data, ref), metadata: presentMetadata(data) } };
}

const toWhole = (ref: TaskRef, artifact: Artifact): StreamResponse => ({
  artifactUpdate: { ...ref, artifact, append: false, lastChunk: true },
});
