import { expect, test } from "vitest";
import { readWorkflow } from "../../../file/index.ts";
import type { JsonObject } from "../../../model/item.ts";
import { createWorkflowFile } from "../../../testing/node-types.ts";
import { runWorkflowFile } from "../../../testing/run-workflow.ts";
import { createInputForm } from "../../triggers/index.ts";

const T = "n8n-nodes-base.";
const START = { Start: `${T}manualTrigger` };
const reading = (fileSelector: string, more: JsonObject = {}) => ({
  type: `${T}readWriteFile`,
  parameters: { fileSelector, ...more },
});
const oldReading = (filePath: string) => ({ type: `${T}readBinaryFile`, parameters: { filePath } });

function listRequestedNames(file: JsonObject): string[] {
  const read = readWorkflow(JSON.stringify(file));
  if ("problem" in read) throw new Error(read.problem.message);
  const inputs = createInputForm(read.workflow);
  if ("problem" in inputs) throw new Error(inputs.problem);
  return inputs.parameters.map(({ name }) => name);
}

test.each<[string, object, string[]]>([
  [
    "requests the caller's file for a path on disk, once",
    { A: reading("/data/Q1 report.pdf"), B: oldReading("=/data/Q1 report.pdf") },
    ["q1_report_pdf"],
  ],
  [
    "does not request a file that the workflow itself writes",
    { A: reading("/out/a.txt"), B: reading("", { operation: "write", fileName: "/out/a.txt" }) },
    ["message"],
  ],
  [
    "does not request files for patterns, or for paths that are known only at run time",
    { A: reading("/data/*.pdf"), B: oldReading("={{ $json.path }}") },
    ["path"],
  ],
  [
    "requests nothing for a disabled node",
    { A: { ...oldReading("/data/a.pdf"), disabled: true } },
    ["message"],
  ],
])("%s", (_, nodes, names) => {
  const arrows = Object.keys(nodes).map((name) => `Start -> ${name}`);
  expect(listRequestedNames(createWorkflowFile({ ...START, ...nodes }, arrows))).toEqual(names);
});

test.each([
  ["Read Binary File", oldReading("/data/list.csv")],
  ["Read/Write Files from Disk", reading("/data/list.csv")],
])("reads the caller's file instead of a file on disk in %s", async (_, node) => {
  const read = { type: `${T}extractFromFile`, parameters: { operation: "csv" } };
  const file = createWorkflowFile({ ...START, Disk: node, Read: read }, ["Start -> Disk", "Disk -> Read"]);
  const ran = await runWorkflowFile({ file, input: { list_csv: "name\nAda" } });
  expect(ran.error).toBeUndefined();
  expect(ran.items.get("Disk")?.[0]?.[0]?.binary?.data).toMatchObject({
    fileName: "list.csv",
    mimeType: "text/csv",
  });
  expect(ran.nodes.Read?.[0]).toEqual([{ name: "Ada" }]);
  const none = await runWorkflowFile({ file, input: {} });
  expect(none.error?.message).toMatch(/that its caller provided/);
});

test("does not read the caller's files for a path that is known only at run time", async () => {
  const file = createWorkflowFile({ ...START, Disk: oldReading("={{ $json.path }}") }, ["Start -> Disk"]);
  const ran = await runWorkflowFile({ file, input: { path: "/x/message", message: "hello" } });
  expect(ran.error?.message).toMatch(/could not be accessed/);
});
