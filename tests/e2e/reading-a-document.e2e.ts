import { readFileSync } from "node:fs";
import { beforeAll, expect, inject, test } from "vitest";
import { Client, type Person } from "../harness/client.ts";
import { Window } from "./browser.ts";
import { uploadAgent } from "./upload-agent.ts";

const server = inject("sharedServer");
let person: Person;
let developer: Person;

beforeAll(async () => {
  const client = new Client(server.url);
  person = await client.register();
  developer = await client.register();
});

/** Returns a PDF document with one page that has these lines. */
function createPdf(lines: readonly string[]): Buffer {
  const text = lines
    .map((line, index) => `BT /F1 12 Tf 20 ${120 - index * 20} Td (${line}) Tj ET`)
    .join("\n");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
  ];
  let document = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = document.length;
    document += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const trailer = `trailer<</Size 6/Root 1 0 R>>\nstartxref\n${document.length}\n%%EOF\n`;
  return Buffer.from(`${document}xref\n0 6\n0000000000 65535 f \n${table}${trailer}`);
}

const READS = `import os
import re
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import pandas as pd
from pypdf import PdfReader

OUTPUT = Path(os.environ["STOA_OUTPUT_DIR"])


def draw(report: Path) -> pd.DataFrame:
    text = "\\n".join(page.extract_text() for page in PdfReader(report).pages)
    rows = pd.DataFrame(re.findall(r"(\\w+) (\\d+)", text), columns=["region", "amount"]).astype({"amount": int})
    rows.to_csv(OUTPUT / "regions.csv", index=False)
    figure, axes = plt.subplots()
    axes.bar(rows["region"], rows["amount"])
    figure.savefig(OUTPUT / "regions.png")
    return rows
`;

const PYTHON = `${READS}

def run(report: Path) -> str:
    return f"{len(draw(report))} regions"
`;

const LANGCHAIN = `from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI
${READS}

def run(report: Path) -> str:
    rows = draw(report)
    chain = ChatPromptTemplate.from_template("Repeat: {text}") | ChatOpenAI(model="default")
    return chain.invoke({"text": f"{len(rows)} regions"}).text
`;

const CODE = `const lines = $input.first().json.text.match(/\\w+ \\d+/g) ?? [];
const rows = lines.map((line) => line.split(" "));
const csv = ["region,amount", ...rows.map((row) => row.join(","))].join("\\n");
const bars = rows.map(([, amount], index) => \`<rect x="\${index * 30}" width="20" height="\${amount}"/>\`).join("");
const svg = \`<svg xmlns="http://www.w3.org/2000/svg">\${bars}</svg>\`;
const encode = (text) => Buffer.from(text).toString("base64");
return [{
  json: { regions: rows.length },
  binary: {
    table: { data: encode(csv), mimeType: "text/csv", fileName: "regions.csv" },
    chart: { data: encode(svg), mimeType: "image/svg+xml", fileName: "regions.svg" },
  },
}];`;

const connect = (node: string) => ({ main: [[{ node, type: "main", index: 0 }]] });
const WORKFLOW = JSON.stringify({
  name: "Regions",
  nodes: [
    {
      ...{ name: "Form", type: "n8n-nodes-base.formTrigger", typeVersion: 2.2, position: [0, 0] },
      parameters: {
        formTitle: "Regions",
        formFields: {
          values: [
            {
              fieldLabel: "Report",
              fieldType: "file",
              multipleFiles: false,
              acceptFileTypes: ".pdf",
              requiredField: true,
            },
          ],
        },
      },
    },
    {
      ...{ name: "Read", type: "n8n-nodes-base.extractFromFile", typeVersion: 1, position: [200, 0] },
      parameters: { operation: "pdf", binaryPropertyName: "Report" },
    },
    {
      ...{ name: "Draw", type: "n8n-nodes-base.code", typeVersion: 2, position: [400, 0] },
      parameters: { jsCode: CODE },
    },
  ],
  connections: { Form: connect("Read"), Read: connect("Draw") },
  settings: { executionOrder: "v1" },
});

test.runIf(process.env.STOA_TEST_LONG).each([
  { framework: "Python", source: PYTHON, chart: "regions.png" },
  { framework: "LangChain", source: LANGCHAIN, chart: "regions.png" },
  { framework: "n8n", source: WORKFLOW, chart: "regions.svg" },
])(
  "an agent of $framework gets a PDF and returns a table and a chart",
  async ({ framework, source, chart }) => {
    const name = `Regions with ${framework}`;
    const file = framework === "n8n" ? "workflow.json" : "agent.py";
    const agentId = await uploadAgent(new Client(server.url), developer, name, source, "0.00005", file);
    const window = await Window.open(server.url, person);
    const { page } = window;
    await page.goto(`/agent/${agentId}?tab=tryit`);
    const buffer = createPdf(["North 120", "South 80"]);
    await page
      .getByLabel("Report", { exact: true })
      .setInputFiles({ name: "report.pdf", mimeType: "application/pdf", buffer });
    await page.getByRole("button", { name: "Remove report.pdf" }).waitFor();
    await page.getByRole("button", { name: "Run agent" }).click();

    const table = page.getByRole("article", { name: "regions.csv" });
    await table.getByRole("cell", { name: "North" }).waitFor();
    const card = page.getByRole("article", { name: chart });
    if (chart.endsWith(".png")) await card.getByRole("img", { name: chart }).waitFor();
    const download = page.waitForEvent("download");
    await table.getByRole("link", { name: "Download regions.csv" }).click();
    expect(readFileSync(await (await download).path(), "utf8").trim()).toBe(
      "region,amount\nNorth,120\nSouth,80",
    );
    expect(window.problems).toEqual([]);
  },
);
