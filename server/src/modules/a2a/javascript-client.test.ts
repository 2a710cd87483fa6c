import { TaskNotFoundError } from "@a2a-js/sdk/errors";
import { expect, test } from "vitest";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { createClient, createRequest } from "./javascript-client.fixture.ts";

const server = useTestServer();

const WRITES = "def run(message):\n    for word in ['one ', 'two ', message]:\n        yield word\n";
test.each(["JSONRPC", "HTTP+JSON"] as const)(
  "the official client calls an agent over %s",
  async (binding) => {
    const [developer, caller] = [await registerPerson(server()), await registerPerson(server())];
    const client = await createClient(server(), await developer.upload({}, WRITES), caller.apiKey, binding);

    const task = await client.sendMessage(createRequest("three"));
    if (!("artifacts" in task)) throw new Error("the agent replied with a message");
    expect(task.artifacts[0]?.parts[0]?.content).toEqual({ $case: "text", value: "one two three" });
    expect(task.metadata).toMatchObject({ maxCost: 0.5, cost: expect.any(Number) });

    const texts: string[] = [];
    let state: number | undefined;
    for await (const { payload } of client.sendMessageStream(createRequest("four", task.contextId))) {
      if (payload?.$case === "artifactUpdate")
        for (const { content } of payload.value.artifact?.parts ?? [])
          if (content?.$case === "text") texts.push(content.value);
      if (payload?.$case === "statusUpdate") state = payload.value.status?.state;
    }
    expect(texts.join("")).toBe("one two four");

    const read = await client.getTask({ tenant: "", id: task.id });
    expect(read.status?.state).toBe(state);
    const listed = await client.listTasks({
      ...{ tenant: "", contextId: task.contextId, status: 0, pageToken: "", statusTimestampAfter: undefined },
    });
    expect(listed.tasks).toHaveLength(2);
    await expect(client.getTask({ tenant: "", id: "none" })).rejects.toThrow(TaskNotFoundError);
    await expect(client.cancelTask({ tenant: "", id: task.id, metadata: undefined })).rejects.toThrow(
      "already ended",
    );
  },
);
