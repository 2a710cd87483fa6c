import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import type { JobFile } from "../../protocol/index.ts";
import { readInputFiles } from "./input-files.ts";
import type { OutgoingCall } from "./run-connection.ts";

const id = (letter: string) => `file_${letter.repeat(32)}`;
const CONTENTS: Readonly<Record<string, string>> = {
  [id("a")]: "a,b\n1,2\n",
  [id("b")]: "pixels",
  [id("c")]: "x",
};

function createFile(letter: string, name: string, type: string): JobFile {
  return { id: id(letter), name, type, bytes: CONTENTS[id(letter)]?.length ?? 0 };
}

const connection = {
  async call({ path }: OutgoingCall) {
    const answer = new IncomingMessage(new Socket());
    const content = CONTENTS[path.slice("/files/".length)];
    answer.statusCode = content === undefined ? 404 : 200;
    answer.push(content ?? "{}");
    answer.push(null);
    return answer;
  },
};

test("a text becomes part of the input, with its name", async () => {
  const files = [createFile("a", "sales.csv", "text/csv")];
  expect(await readInputFiles({ input: { table: id("a"), question: "Sum?" }, files }, connection)).toEqual({
    input: { table: '<file name="sales.csv">\na,b\n1,2\n\n</file>', question: "Sum?" },
    images: [],
  });
});

test("an image becomes a part of the message, and several files become one text", async () => {
  const files = [createFile("b", "photo.png", "image/png"), createFile("c", "note.json", "application/json")];
  const read = await readInputFiles(
    { input: { pages: [id("b"), id("c")], list: [1, 2] }, files },
    connection,
  );
  expect(read.input).toEqual({
    pages: '[image photo.png]\n\n<file name="note.json">\nx\n</file>',
    list: [1, 2],
  });
  expect(read.images).toEqual([{ type: "image_url", image_url: { url: "data:image/png;base64,cGl4ZWxz" } }]);
});

test("a file that the model cannot read is refused with the way to go on", async () => {
  const files = [createFile("a", "report.pdf", "application/pdf")];
  await expect(readInputFiles({ input: { file: id("a") }, files }, connection)).rejects.toThrow(
    "report.pdf is of the type application/pdf. Convert it to one of these",
  );
});

test.each([
  [{ ...createFile("a", "long.txt", "text/plain"), bytes: 256 * 1024 + 1 }, "at most 256 KiB of a text"],
  [{ ...createFile("b", "big.png", "image/png"), bytes: 5 * 1024 * 1024 + 1 }, "at most 5 MiB of images"],
])("a file that is too large for a model is refused: %o", async (file, message) => {
  await expect(readInputFiles({ input: { file: file.id }, files: [file] }, connection)).rejects.toThrow(
    message,
  );
});

test("a file that cannot be read fails", async () => {
  const files = [createFile("d", "lost.txt", "text/plain")];
  await expect(readInputFiles({ input: { file: id("d") }, files }, connection)).rejects.toThrow(
    "could not be read",
  );
});
