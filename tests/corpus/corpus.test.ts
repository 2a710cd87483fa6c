import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { UploadCheck } from "@stoa/contract";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../frameworks/agents.ts";
import { startScriptedModel } from "../frameworks/scripted-model.ts";
import { useTestServer } from "../harness/server.ts";
import { AGENTS, type Case, readCases } from "./cases.ts";
import { replyAsEcho } from "./echo-model.ts";
import { formatReport, type Outcome } from "./report.ts";

const model = await startScriptedModel();
model.play(replyAsEcho);
const server = useTestServer({
  env: {
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_API_KEY: "sk-operators",
    STOA_MODEL_ALIASES: "claude-sonnet-4-5=gpt-4.1",
    STOA_MODELS: ["gpt-4o-mini", "gpt-4o", "gpt-4.1-mini", "gpt-4.1", "gpt-5-mini", "gpt-5"]
      .map((name) => `${name}=0.15/0.6`)
      .join(","),
  },
});
const outcomes: Outcome[] = [];
afterAll(async () => {
  await model.close();
  // If a filter selects only some tests, they must not overwrite the report of all files.
  const all = readdirSync(AGENTS).flatMap(readCases);
  if (outcomes.length === all.length)
    writeFileSync(join(import.meta.dirname, "report.md"), formatReport(outcomes));
});

/** Uploads a file as an author would: unchanged, or with the offered script block if packages are missing. */
async function upload({ file, source }: Case) {
  const { client } = server();
  const { token } = await client.register();
  const send = async (content: string) => {
    const form = new FormData();
    const fields = {
      name: file,
      description: "An agent of the corpus.",
      documentation: "An agent as people publish it, uploaded without a change.",
      category: "general",
      price_per_token: "0.00005",
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob([content]), file);
    return client.call("POST", "/api/v1/agents/upload", { form, token });
  };
  const first = await send(source);
  const block = readChecks(first.body).find((check) => check.suggested_script)?.suggested_script;
  const answer = block === undefined ? first : await send(`${block}\n${source}`);
  return { token, answer, hasTakenBlock: block !== undefined };
}

const readChecks = (body: unknown): UploadCheck[] => Object(body).checks ?? [];

async function tryCase(one: Case): Promise<Omit<Outcome, "family" | "file">> {
  const { answer, token, hasTakenBlock } = await upload(one);
  const reason = readChecks(answer.body)
    .filter(({ status }) => status === "failed")
    .map(({ detail }) => detail)
    .join(" ");
  if (answer.status !== 201)
    return { listed: false, completed: false, hasTakenBlock, detail: reason || JSON.stringify(answer.body) };
  const { agent } = Object(answer.body);
  const { result, output } = await run(
    server(),
    { id: agent.id, developer: { token }, recognized: "" },
    one.input ?? { message: "Hello Rome" },
  );
  const detail = result.success ? JSON.stringify(output) : JSON.stringify([result.error, result.detail]);
  return { listed: true, completed: result.success === true, hasTakenBlock, detail };
}

for (const family of readdirSync(AGENTS).sort())
  describe(`the family ${family}`, () => {
    it.each(readCases(family))("$file", async (one) => {
      const found = await tryCase(one);
      const isRight = one.refused
        ? !found.listed && new RegExp(one.refused).test(found.detail)
        : found.completed && new RegExp(one.output ?? "Rome").test(found.detail);
      outcomes.push({ ...found, isRight, ...one });
      if (one.missing === undefined) expect(isRight, found.detail).toBe(true);
      else expect(isRight, `${one.file} passes now: remove "missing" from its case`).toBe(false);
    });
  });
