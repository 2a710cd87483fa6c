import { StoredFileList } from "@stoa/contract";
import { expect, test } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { registerPerson } from "../accounts/personal-data/full-account.fixture.ts";
import { BINDINGS, call } from "./a2a.fixture.ts";

const server = useTestServer();

/** Returns the first line of a file, and a copy of the file. */
const COPIES = `import pathlib, stoa

def run(table: stoa.File, note: str = ""):
    text = pathlib.Path(table).read_text() if table else "none"
    pathlib.Path("/tmp/copy.txt").write_text(text + note)
    return stoa.File("/tmp/copy.txt")
`;

const toMessage = (parts: readonly unknown[]) => ({ message: { messageId: "m", role: "ROLE_USER", parts } });
const FILE = { raw: Buffer.from("a;b\n").toString("base64"), filename: "table.csv", mediaType: "text/csv" };

test.each(BINDINGS)(
  "over %s, files of a message reach the agent, and its files are artifacts",
  async (binding) => {
    const developer = await registerPerson(server());
    const agentId = await developer.upload({}, COPIES);
    const caller = await registerPerson(server());
    const target = { server: server(), path: `/a2a/agents/${agentId}`, key: caller.apiKey };
    const { result } = await call(binding, target, "SendMessage", toMessage([FILE, { data: { note: "!" } }]));
    expect(result.task.status.state, JSON.stringify(result)).toBe("TASK_STATE_COMPLETED");
    const file = result.task.artifacts.find(({ name }: { name: string }) => name === "copy.txt");
    expect(file).toMatchObject({ parts: [{ filename: "copy.txt", mediaType: "text/plain" }] });
    const link = new URL(file.parts[0].url);
    expect(await (await fetch(server().url + link.pathname + link.search)).text()).toBe("a;b\n!");

    const listFiles = async () => {
      const answer = await server().client.get("/api/v1/files", { key: caller.apiKey });
      return parseAnswer(StoredFileList, answer).files.length;
    };
    const before = await listFiles();
    const tooMany = await call(binding, target, "SendMessage", toMessage([FILE, FILE]));
    expect(tooMany.error).toMatchObject({
      reason: "CONTENT_TYPE_NOT_SUPPORTED",
      message: expect.stringContaining("table"),
    });
    const refused = await call(binding, target, "SendMessage", {
      ...toMessage([FILE]),
      metadata: { version: 9 },
    });
    expect(refused.error).toMatchObject({ domain: "stoa" });
    expect(await listFiles(), "files of a message whose run did not start are removed").toBe(before);
  },
);
