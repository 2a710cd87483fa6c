import { expect } from "vitest";
import { say } from "../../../server/src/modules/a2a/a2a.fixture.ts";
import { expectError, expectInvalid } from "./errors.ts";
import { may, must, notChecked, notFollowed, type Requirement, should } from "./requirement.ts";
import { type Subject, UNKNOWN_TASK } from "./subject.ts";

const message = (parts: readonly object[]) => ({
  message: { messageId: "conformance", role: "ROLE_USER", parts },
});

const list = async (subject: Subject, params: Record<string, unknown> = {}) =>
  (await subject.call("ListTasks", params)).result;

export const SENDING: readonly Requirement[] = [
  must("CORE-SEND-001", "SendMessage returns a task or a message", async (subject) => {
    expect(await subject.completed()).toMatchObject({ status: { state: "TASK_STATE_COMPLETED" } });
  }),
  must("CORE-SEND-002", "a message to an ended task is an unsupported operation", async (subject) => {
    const { id: taskId } = await subject.completed();
    expectError(subject, await subject.call("SendMessage", say("More", { taskId })), "UNSUPPORTED_OPERATION");
  }),
  must("CORE-SEND-003", "a media type that the agent does not take is refused", async (subject) => {
    const part = { raw: "dGNr", mediaType: "application/x-unsupported" };
    expectError(subject, await subject.call("SendMessage", message([part])), "CONTENT_TYPE_NOT_SUPPORTED");
  }),
  must(
    "CORE-EXECUTION-MODE-001",
    "without returnImmediately, the reply comes at the end of the task",
    async (subject) => {
      expect((await subject.send("Count", { agent: "writes" })).status.state).toBe("TASK_STATE_COMPLETED");
    },
  ),
  must(
    "CORE-EXECUTION-MODE-002",
    "with returnImmediately, the reply comes while the task runs",
    async (subject) => {
      const task = await subject.working();
      expect(["TASK_STATE_SUBMITTED", "TASK_STATE_WORKING"]).toContain(task.status.state);
      await subject.call("CancelTask", { id: task.id }, { agent: "waits" });
    },
  ),
];

export const READING: readonly Requirement[] = [
  must("CORE-GET-001", "GetTask returns the state and the artifacts of a task", async (subject) => {
    const task = await subject.completed();
    expect((await subject.call("GetTask", { id: task.id })).result).toEqual(task);
  }),
  must("CORE-GET-002", "GetTask does not find a task that does not exist", async (subject) => {
    for (const id of [UNKNOWN_TASK, "conformance-unknown"])
      expectError(subject, await subject.call("GetTask", { id }), "TASK_NOT_FOUND");
  }),
  must("CORE-LIST-001", "ListTasks returns only tasks of the caller", async (subject) => {
    const { id } = await subject.completed();
    const ids = (tasks: { id: string }[]) => tasks.map((task) => task.id);
    expect(ids((await list(subject, { pageSize: 100 })).tasks)).toContain(id);
    const foreign = await subject.call("ListTasks", { pageSize: 100 }, { as: "stranger" });
    expect(ids(foreign.result.tasks)).not.toContain(id);
  }),
  must("CORE-LIST-002", "ListTasks has pages that follow a cursor", async (subject) => {
    await subject.send("Another");
    await subject.completed();
    const first = await list(subject, { pageSize: 1 });
    const second = await list(subject, { pageSize: 1, pageToken: first.nextPageToken });
    expect(second.tasks).toHaveLength(1);
    expect(second.tasks[0].id).not.toBe(first.tasks[0].id);
  }),
  must("CORE-LIST-003", "ListTasks begins with the task that changed last", async (subject) => {
    await subject.send("Last");
    const { tasks } = await list(subject, { pageSize: 100 });
    const times = tasks.map((task: { status: { timestamp: string } }) => task.status.timestamp);
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual([...times].sort().reverse());
  }),
  must("CORE-LIST-004", "the last page has an empty nextPageToken", async (subject) => {
    const { contextId } = await subject.completed();
    expect(await list(subject, { contextId })).toMatchObject({ nextPageToken: "" });
  }),
  must("CORE-LIST-005", "ListTasks leaves out artifacts unless they are asked for", async (subject) => {
    const { contextId } = await subject.completed();
    for (const asked of [{}, { includeArtifacts: false }])
      expect((await list(subject, { contextId, ...asked })).tasks[0]).not.toHaveProperty("artifacts");
    expect((await list(subject, { contextId, includeArtifacts: true })).tasks[0]).toHaveProperty("artifacts");
  }),
];

export const CANCELING: readonly Requirement[] = [
  must("CORE-CANCEL-001", "CancelTask returns the canceled task", async (subject) => {
    const { id } = await subject.working();
    const { result } = await subject.call("CancelTask", { id }, { agent: "waits" });
    expect(result).toMatchObject({ id, status: { state: "TASK_STATE_CANCELED" } });
  }),
  must("CORE-CANCEL-002", "an ended task cannot be canceled", async (subject) => {
    const { id } = await subject.completed();
    expectError(subject, await subject.call("CancelTask", { id }), "TASK_NOT_CANCELABLE");
  }),
  must("CORE-CANCEL-003", "CancelTask does not find a task that does not exist", async (subject) => {
    expectError(subject, await subject.call("CancelTask", { id: UNKNOWN_TASK }), "TASK_NOT_FOUND");
  }),
];

export const ERRORS_AND_CAPABILITIES: readonly Requirement[] = [
  must("CORE-ERR-001", "errors say what is wrong and what to do", async (subject) => {
    const reply = await subject.call("SendMessage", message([]));
    expect(reply.error?.message).toContain("at least one part");
  }),
  must("CORE-ERR-002", "invalid parameters are refused before anything is done", async (subject) => {
    const before = (await list(subject)).totalSize;
    const invalid: [string, Record<string, unknown>][] = [
      ["SendMessage", {}],
      ["SendMessage", message([])],
      ["SendMessage", { message: { messageId: "", role: "ROLE_USER", parts: [{ text: "x" }] } }],
      ["SendMessage", { message: { messageId: "m", role: "nobody", parts: [{ text: "x" }] } }],
      ["ListTasks", { pageSize: 0 }],
      ["ListTasks", { pageToken: "none" }],
    ];
    for (const [operation, params] of invalid) expectInvalid(subject, await subject.call(operation, params));
    expect((await list(subject)).totalSize).toBe(before);
  }),
  must(
    "CORE-CAP-001",
    "an agent that declares no push notifications refuses their operations",
    async (subject) => {
      // Only the store's own agent sends none.
      const { server } = subject.world;
      const { body } = await server.client.get("/.well-known/agent-card.json");
      expect(Object(body).capabilities.pushNotifications ?? false).toBe(false);
      const params = { taskId: UNKNOWN_TASK, id: "one", url: "https://example.com/" };
      for (const operation of ["Create", "Get", "Delete"])
        expectError(
          subject,
          await subject.callStore(`${operation}TaskPushNotificationConfig`, params),
          "PUSH_NOTIFICATION_NOT_SUPPORTED",
        );
      expectError(
        subject,
        await subject.callStore("ListTaskPushNotificationConfigs", { taskId: UNKNOWN_TASK }),
        "PUSH_NOTIFICATION_NOT_SUPPORTED",
      );
    },
  ),
  notChecked(
    "MUST",
    "CORE-CAP-002",
    "an agent that does not stream refuses the operations of streams",
    "Every agent streams, and its card says so.",
  ),
  must("CORE-CAP-003", "an agent without an extended card refuses its operation", async (subject) => {
    expect((await subject.card()).card.capabilities.extendedAgentCard ?? false).toBe(false);
    expectError(subject, await subject.call("GetExtendedAgentCard"), "UNSUPPORTED_OPERATION");
  }),
  notChecked(
    "MUST",
    "CORE-CAP-004",
    "a request without a required extension is refused",
    "No extension of an agent is required.",
  ),
];

export const CONTEXTS: readonly Requirement[] = [
  may("CORE-MULTI-001", "the agent chooses the context of a message that names none", async (subject) => {
    expect((await subject.completed()).contextId).toMatch(/^conv_/);
  }),
  must("CORE-MULTI-001a", "a chosen context is in the reply", async (subject) => {
    expect((await subject.completed()).contextId).toBeTypeOf("string");
  }),
  notFollowed(
    "MAY",
    "CORE-MULTI-002",
    "the agent keeps a context ID that the client chooses",
    "A context is a conversation, whose ID says that it is the caller's.",
    async (subject) => {
      const task = await subject.send("Hi", {}, say("Hi", { contextId: "chosen-by-the-client" }));
      expect(task.contextId).toBe("chosen-by-the-client");
    },
  ),
  must("CORE-MULTI-002a", "a context ID that is not accepted is an error", async (subject) => {
    expectInvalid(
      subject,
      await subject.call("SendMessage", say("Hi", { contextId: "chosen-by-the-client" })),
    );
  }),
  must("CORE-MULTI-003", "each task has an ID of its own", async (subject) => {
    expect((await subject.send("One")).id).not.toBe((await subject.completed()).id);
  }),
  must("CORE-MULTI-004", "a message to a task that does not exist is refused", async (subject) => {
    const reply = await subject.call("SendMessage", say("Hi", { taskId: UNKNOWN_TASK }));
    expectError(subject, reply, "TASK_NOT_FOUND");
  }),
  must("CORE-MULTI-005", "a task implies its context", async (subject) => {
    // Tasks take no messages, so the implied context only shows in what is refused: not the missing contextId.
    const { id: taskId, contextId } = await subject.completed();
    for (const named of [{ taskId }, { taskId, contextId }])
      expectError(subject, await subject.call("SendMessage", say("More", named)), "UNSUPPORTED_OPERATION");
    expect((await subject.call("GetTask", { id: taskId })).result.contextId).toBe(contextId);
  }),
  must("CORE-MULTI-006", "a context that is not that of the task is refused", async (subject) => {
    const { id: taskId } = await subject.completed();
    const { contextId } = await subject.send("Elsewhere");
    expectInvalid(subject, await subject.call("SendMessage", say("More", { taskId, contextId })));
  }),
];

/** The most messages that a task returns for a history of this length. */
const countHistory = async (subject: Subject, historyLength: number): Promise<number> => {
  const { id } = await subject.completed();
  const { result } = await subject.call("GetTask", { id, historyLength });
  return result.history?.length ?? 0;
};
const NO_HISTORY =
  "Tasks have no history: the messages of a context are in its conversation, which the caller reads there.";

export const HISTORY: readonly Requirement[] = [
  should("CORE-HIST-001", "a history of length 0 is left out", async (subject) => {
    expect(await countHistory(subject, 0)).toBe(0);
  }),
  must("CORE-HIST-002", "a history is not longer than asked", async (subject) => {
    expect(await countHistory(subject, 1)).toBeLessThanOrEqual(1);
  }),
  should("CORE-HIST-003", "SendMessage leaves out a history of length 0, too", async (subject) => {
    const task = await subject.send("Hi", {}, { configuration: { historyLength: 0 } });
    expect(task).not.toHaveProperty("history");
  }),
  notFollowed("MAY", "CORE-HIST-004", "tasks keep messages in their history", NO_HISTORY, async (subject) => {
    expect(await countHistory(subject, 10)).toBeGreaterThan(0);
  }),
  notFollowed("SHOULD", "CORE-HIST-005", "a history is in order", NO_HISTORY, async (subject) => {
    expect(await countHistory(subject, 10)).toBeGreaterThan(0);
  }),
  notFollowed(
    "SHOULD",
    "CORE-HIST-006",
    "a history has the messages as they were sent",
    NO_HISTORY,
    async (subject) => {
      expect(await countHistory(subject, 10)).toBeGreaterThan(0);
    },
  ),
];
