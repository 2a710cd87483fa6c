import { expect, test } from "vitest";
import { ECHO } from "../../code/code-request.fixture.ts";
import { createCodeRunner } from "../../code/code-runner.ts";
import { type ItemInput, runNode } from "../../testing/run-node.ts";
import { CODE_NODE } from "./code.ts";

const runCode = (jsCode: string, items: readonly ItemInput[] = [{}]) =>
  runNode({
    type: CODE_NODE,
    version: 2,
    parameters: { jsCode },
    items,
    services: { code: createCodeRunner({ http: ECHO }) },
  });

test("accepts only a Buffer or a string as a file's data", { timeout: 20_000 }, async () => {
  const returning = (data: string) =>
    `return { json: {}, binary: { sound: { data: ${data}, mimeType: "audio/wav", fileName: "a.wav" } } };`;
  const createSource = returning("Buffer.concat([Buffer.from([0, 255]), Buffer.from('RIFF')])");
  const ran = await runCode(createSource);
  expect(ran.error).toBeUndefined();
  expect(Buffer.from(ran.items[0]?.[0]?.binary?.sound?.bytes ?? [])).toEqual(
    Buffer.from("\u0000ÿRIFF", "latin1"),
  );
  const wrong = returning("{ type: 'Buffer', data: 'RIFF' }");
  const refused = await runCode(wrong);
  expect(refused.error?.message).toMatch(/A file has no 'data' as base64 text/);
});

test("code can pass on, read and create binary data", { timeout: 20_000 }, async () => {
  const file = { bytes: Buffer.from("text"), mimeType: "text/plain", fileName: "a.txt" };
  const code = `const [item] = $input.all();
const read = (await this.helpers.getBinaryDataBuffer(0, "data")).toString();
return [{ json: { read, base64: item.binary.data.data }, binary: { data: $input.first().binary.data, made: await this.helpers.prepareBinaryData(Buffer.from("new"), "b.json") } }];`;
  const items = [{ json: {}, binary: { data: file } }] as unknown as ItemInput[];
  const ran = await runCode(code, items);
  expect(ran.error).toBeUndefined();
  expect(ran.outputs[0]).toEqual([{ read: "text", base64: "dGV4dA==" }]);
  const { data, made } = ran.items[0]?.[0]?.binary ?? {};
  expect(Buffer.from(data?.bytes ?? []).toString()).toBe("text");
  expect([Buffer.from(made?.bytes ?? []).toString(), made?.mimeType, made?.fileExtension]).toEqual([
    "new",
    "application/json",
    "json",
  ]);
});
