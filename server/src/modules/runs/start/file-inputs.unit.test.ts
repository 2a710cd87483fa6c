import { FILE_LIMITS } from "@stoa/contract";
import type { InputParameter } from "@stoa/runtime/protocol";
import { expect, test } from "vitest";
import { findFileIds, requireFiles } from "./file-inputs.ts";

const id = (number: number) => `file_${number.toString(16).padStart(32, "0")}`;
const parameter = (name: string, type: InputParameter["type"]): InputParameter => ({
  ...{ name, type },
  required: false,
  description: "",
});
const agent = (inputParameters: InputParameter[], takes: "parameters" | "input_data" = "parameters") => ({
  entry: { takes },
  inputParameters,
});

test("the files of an input are the values of its file parameters, each once", () => {
  const { entry, inputParameters } = agent([
    parameter("table", "file"),
    parameter("pages", "files"),
    parameter("note", "string"),
  ]);
  const input = { table: id(1), pages: [id(2), id(1)], note: id(3) };
  expect(findFileIds({ entry, inputParameters }, input)).toEqual([id(1), id(2)]);
});

test("an agent that takes the whole input receives every value of the form of a file ID", () => {
  const whole = agent([parameter("note", "string")], "input_data");
  expect(findFileIds(whole, { any: id(1), list: [id(2), "x"], text: `see ${id(3)}`, note: id(4) })).toEqual([
    id(1),
    id(2),
  ]);
});

test("a calling run can pass on only files that it may read", () => {
  const given = new Map([[id(1), { id: id(1), name: "a.txt", type: "text/plain", bytes: 1 }]]);
  const file = agent([parameter("table", "file")]);
  expect(findFileIds(file, { table: id(1) }, given)).toEqual([id(1)]);
  expect(() => findFileIds(file, { table: id(2) }, given)).toThrow(
    "table must be a file that this run has received",
  );
});

test("a run receives a limited number of files", () => {
  const most = Array.from({ length: FILE_LIMITS.perRun }, (_, index) => id(index));
  const files = agent([parameter("pages", "files")]);
  expect(findFileIds(files, { pages: most })).toHaveLength(FILE_LIMITS.perRun);
  expect(() => findFileIds(files, { pages: [...most, id(99)] })).toThrow(
    "A run can receive at most 20 files, not 21",
  );
});

test("the files of a run have at most 100 MB together", async () => {
  const caller = { accountId: "acc", userId: "usr", username: "ada" };
  const ofSize = (bytes: number) => ({
    requireFiles: async (_caller: object, ids: readonly string[]) =>
      ids.map((file) => ({ id: file, name: "a", type: "text/plain", bytes })),
  });
  expect(await requireFiles(ofSize(50_000_000), caller, [id(1), id(2)])).toHaveLength(2);
  await expect(requireFiles(ofSize(50_000_001), caller, [id(1), id(2)])).rejects.toThrow(
    "A run can receive at most 100 MB of files",
  );
  expect(await requireFiles(ofSize(1), caller, [])).toEqual([]);
});
