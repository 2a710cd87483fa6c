import { expect } from "vitest";
import { say } from "../../../server/src/modules/a2a/a2a.fixture.ts";
import { expectError } from "./errors.ts";
import { must, type Requirement } from "./requirement.ts";
import { type Loose, type Subject, UNKNOWN_TASK } from "./subject.ts";

const isOutput = (event: Loose) => event.artifactUpdate !== undefined;
const getKinds = (events: readonly object[]) => events.map((event) => Object.keys(event)[0]);
const count = (subject: Subject) => subject.stream("SendStreamingMessage", say("Count"), { agent: "writes" });
const WAITING = { agent: "waits" } as const;

export const STREAMS: readonly Requirement[] = [
  must("CORE-STREAM-001", "SendStreamingMessage opens a stream", async (subject) => {
    const response = await subject.open("SendStreamingMessage", say("Count"), { agent: "writes" });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    await response.body?.cancel();
  }),
  must("CORE-STREAM-002", "a stream with a message has nothing else", async (subject) => {
    const { server } = subject.world;
    const response = await fetch(`${server.url}/a2a/store${subject.isRpc ? "" : "/message:stream"}`, {
      method: "POST",
      headers: { "content-type": "application/json", "a2a-version": "1.0" },
      body: JSON.stringify(
        subject.isRpc
          ? { jsonrpc: "2.0", id: 1, method: "SendStreamingMessage", params: say("translate") }
          : say("translate"),
      ),
    });
    const events = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
    expect(events).toHaveLength(1);
    const event = JSON.parse(events[0]?.slice("data: ".length) ?? "");
    expect(Object.keys(subject.isRpc ? event.result : event)).toEqual(["message"]);
  }),
  must("CORE-STREAM-003", "a stream begins with the task and ends when the task ends", async (subject) => {
    const events = await count(subject);
    expect(events[0]).toHaveProperty("task.id");
    expect(new Set(getKinds(events.slice(1)))).toEqual(new Set(["artifactUpdate", "statusUpdate"]));
    expect(events.at(-1)).toHaveProperty("statusUpdate.status.state", "TASK_STATE_COMPLETED");
  }),
  must("STREAM-ORDER-001", "events keep the order in which they happened", async (subject) => {
    const texts = (await count(subject))
      .filter(isOutput)
      .map((event) => event.artifactUpdate.artifact.parts[0].text);
    expect(texts.join("")).toBe("one two three");
  }),
  must("STREAM-ORDER-002", "every stream of a task gets its events", async (subject) => {
    const [first, second] = await followTwice(subject);
    expect(first.filter(isOutput).length).toBeGreaterThan(0);
    expect(second.filter(isOutput).length).toBe(first.filter(isOutput).length);
  }),
  must(
    "STREAM-ORDER-003",
    "the streams of a task have the same events in the same order",
    async (subject) => {
      const [first, second] = await followTwice(subject);
      expect(getKinds(second)).toEqual(getKinds(first));
    },
  ),
  must("STREAM-ORDER-004", "closing a stream leaves the others open", async (subject) => {
    const { id } = await subject.working();
    const [closed, open] = await subscribeTwice(subject, id);
    await subject.read(closed, isOutput);
    const rest = subject.read(open);
    await subject.call("CancelTask", { id }, WAITING);
    expect((await rest).at(-1)).toHaveProperty("statusUpdate.status.state", "TASK_STATE_CANCELED");
  }),
  must("STREAM-SUB-001", "SubscribeToTask begins with the task as it is", async (subject) => {
    const [events] = await followTwice(subject);
    expect(events[0]).toMatchObject({ task: { status: { state: "TASK_STATE_WORKING" } } });
  }),
  must("STREAM-SUB-002", "a subscription ends when the task ends", async (subject) => {
    const [events] = await followTwice(subject);
    expect(events.at(-1)).toHaveProperty("statusUpdate.status.state", "TASK_STATE_CANCELED");
  }),
  must("STREAM-SUB-003", "an ended task cannot be subscribed to", async (subject) => {
    const { id } = await subject.completed();
    expectError(subject, await subject.call("SubscribeToTask", { id }), "UNSUPPORTED_OPERATION");
  }),
  must("STREAM-SUB-004", "SubscribeToTask does not find a task that does not exist", async (subject) => {
    expectError(subject, await subject.call("SubscribeToTask", { id: UNKNOWN_TASK }), "TASK_NOT_FOUND");
  }),
];

/** Opens two streams of a task. Both are open when this resolves, so that neither misses its end. */
async function subscribeTwice(subject: Subject, id: string): Promise<[Response, Response]> {
  const subscribe = () => subject.open("SubscribeToTask", { id }, WAITING);
  return [await subscribe(), await subscribe()];
}

/** Follows a task with two streams until it is canceled, and returns the events of both. */
async function followTwice(subject: Subject): Promise<[Loose[], Loose[]]> {
  const { id } = await subject.working();
  const streams = await subscribeTwice(subject, id);
  // A third stream says when the task has written something.
  await subject.read(await subject.open("SubscribeToTask", { id }, WAITING), isOutput);
  const events = streams.map((response) => subject.read(response));
  await subject.call("CancelTask", { id }, WAITING);
  const [first = [], second = []] = await Promise.all(events);
  return [first, second];
}
