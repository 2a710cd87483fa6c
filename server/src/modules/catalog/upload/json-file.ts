import { type CheckResult, failCheck } from "./check-list.ts";
import { describeFile, NO_DESCRIPTION } from "./file-description.ts";
import { type JsonAgent, readJsonAgent } from "./json-agent.ts";
import type { FrameworkFacts, UploadContext, UploadRuntimes } from "./upload-context.ts";
import { runInUploadPool } from "./upload-pool.ts";

/** A JSON file, with the framework that its structure indicates. */
export interface JsonFile {
  language: "json";
  agent: JsonAgent;
}

const READ_JSON = { name: "readJsonAgent", work: readJsonAgent } as const;

/** Parses a JSON file. A large one is parsed on another thread. */
export async function checkJsonSyntax(
  { accountId }: UploadContext,
  source: string,
): Promise<CheckResult<JsonFile>> {
  const read = await runInUploadPool(READ_JSON, source, accountId);
  if ("syntax" in read) return read.syntax;
  return { ok: true, detail: "JSON", facts: { language: "json", agent: read } };
}

/** Inspects a JSON file with the runtime of its framework. Fails if this server has no such runtime. */
export async function checkJsonFramework(
  runtimes: UploadRuntimes,
  { agent }: JsonFile,
  source: string,
): Promise<CheckResult<FrameworkFacts>> {
  if ("problem" in agent) return agent.problem;
  const { framework, name } = agent;
  const named = { ...NO_DESCRIPTION, framework, suggested: { name, description: null } };
  const form = framework === "n8n" ? "An n8n workflow" : "Stoa declarative agent";
  const runtime = runtimes.runtime(framework === "n8n" ? "n8n" : "declarative");
  if (!runtime)
    return {
      ...failCheck({
        message: `This server has no runtime for ${framework === "n8n" ? "n8n workflows" : "declarative agents"}`,
      }),
      description: named,
    };
  const inspection = await runtime.inspect(source);
  const description = inspection.entry ? describeFile(framework, inspection) : named;
  return { ok: true, detail: form, facts: { framework, runtime, inspection }, description };
}
