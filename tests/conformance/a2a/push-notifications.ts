import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { say } from "../../../server/src/modules/a2a/a2a.fixture.ts";
import type { RecordedRequest } from "../../harness/scripted-service.ts";
import { must, type Requirement } from "./requirement.ts";
import type { Subject } from "./subject.ts";

const CREDENTIALS = "of-the-receiver";

/** Adds a config to an ended task. */
async function create(subject: Subject) {
  const { id: taskId } = await subject.completed();
  const params = { taskId, id: randomUUID(), url: subject.world.receiver.url(`/${randomUUID()}`) };
  return { params, reply: await subject.call("CreateTaskPushNotificationConfig", params) };
}

const remove = (subject: Subject, { taskId, id }: { taskId: string; id: string }) =>
  subject.call("DeleteTaskPushNotificationConfig", { taskId, id });
const read = (subject: Subject, { taskId, id }: { taskId: string; id: string }) =>
  subject.call("GetTaskPushNotificationConfig", { taskId, id });

/** Sends a message with a config, and returns the request to its receiver. */
async function deliver(subject: Subject): Promise<RecordedRequest> {
  const { receiver } = subject.world;
  const path = `/${randomUUID()}`;
  const config = {
    url: receiver.url(path),
    authentication: { scheme: "Bearer", credentials: CREDENTIALS },
  };
  await subject.call("SendMessage", { ...say("Hi"), configuration: { taskPushNotificationConfig: config } });
  await expect.poll(() => receiver.received(path).length, { timeout: 15_000 }).toBe(1);
  const [request] = receiver.received(path);
  if (!request) throw new Error("no request arrived");
  return request;
}

export const PUSH_NOTIFICATIONS: readonly Requirement[] = [
  must("PUSH-CREATE-001", "a config is added to a task", async (subject) => {
    const { params, reply } = await create(subject);
    expect(reply.result).toEqual(params);
    await remove(subject, params);
  }),
  must("PUSH-CREATE-002", "a config stays until it is deleted or its task ends", async (subject) => {
    const { params } = await create(subject);
    for (let times = 0; times < 2; times += 1) expect((await read(subject, params)).result).toEqual(params);
    await remove(subject, params);
  }),
  must("PUSH-GET-001", "a config can be read", async (subject) => {
    const { params } = await create(subject);
    expect((await read(subject, params)).result.url).toBe(params.url);
    await remove(subject, params);
  }),
  must("PUSH-GET-002", "a config that does not exist is not found", async (subject) => {
    const { id: taskId } = await subject.completed();
    expect((await read(subject, { taskId, id: "none" })).error).toBeDefined();
  }),
  must("PUSH-LIST-001", "the list of a task's configs has each of them", async (subject) => {
    const [one, other] = [(await create(subject)).params, (await create(subject)).params];
    const { result } = await subject.call("ListTaskPushNotificationConfigs", { taskId: one.taskId });
    expect(result.configs).toEqual(expect.arrayContaining([one, other]));
    for (const params of [one, other]) await remove(subject, params);
  }),
  must("PUSH-DEL-001", "a deleted config is gone", async (subject) => {
    const { params } = await create(subject);
    expect((await remove(subject, params)).error).toBeUndefined();
    expect((await read(subject, params)).error).toBeDefined();
  }),
  must("PUSH-DEL-002", "a config can be deleted again", async (subject) => {
    const { params } = await create(subject);
    await remove(subject, params);
    expect((await remove(subject, params)).error).toBeUndefined();
  }),
  must("PUSH-DELIVER-001", "requests have the credentials of their config", async (subject) => {
    expect((await deliver(subject)).headers.authorization).toBe(`Bearer ${CREDENTIALS}`);
  }),
  must("PUSH-DELIVER-002", "each config gets at least one request", async (subject) => {
    expect((await deliver(subject)).method).toBe("POST");
  }),
  must("PUSH-DELIVER-003", "a request contains one StreamResponse", async (subject) => {
    const body = JSON.parse((await deliver(subject)).body);
    expect(Object.keys(body)).toHaveLength(1);
    expect(["task", "message", "statusUpdate", "artifactUpdate"]).toContain(Object.keys(body)[0]);
  }),
];
