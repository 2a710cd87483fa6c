import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent } from "@stoa/contract";
import { afterAll, describe, expect, it } from "vitest";
import { SEED } from "../../server/src/commands/paths.ts";
import { parseAnswer } from "../harness/client.ts";
import { type TestServer, useTestServer } from "../harness/server.ts";
import { run, uploadSource } from "./agents.ts";
import { startScriptedModel } from "./scripted-model.ts";

const NO_PYTHON = { STOA_PYTHON: "/nonexistent/python3" };

async function seedFile(name: string): Promise<string> {
  return readFile(join(SEED, `${name}.json`), "utf8");
}

async function uploadSeedJson(server: TestServer, name: string) {
  return uploadSource(server, `${name.split("/").at(-1)}.json`, await seedFile(name));
}

async function readExample(name: string): Promise<object> {
  return JSON.parse(await seedFile(name)).examples[0];
}

describe("without a provider, and without Python", () => {
  const server = useTestServer({ env: NO_PYTHON });

  it("Release Notes Writer sorts the lines of its example and shows a receipt", async () => {
    const agent = await uploadSeedJson(server(), "agents/release-notes-writer");
    expect(agent.recognized).toBe("The file's instructions");
    const outcome = await run(server(), agent, await readExample("agents/release-notes-writer"));
    expect(outcome.output).toEqual({
      summary: expect.stringContaining("(#822)"),
      breaking_changes: ["BREAKING: the old login endpoint was removed, use /v2/login (#799)"],
      added: ["feat: export invoices as CSV (#812)", "Add dark mode to the settings page (#801)"],
      fixed: [
        "fix: crash when a customer has no address (#815)",
        "fix: totals were rounded twice in the monthly report (#820)",
      ],
      security: ["security: patch CVE-2026-1044 in the image library (#822)"],
    });
    expect(outcome.result).toMatchObject({ success: true });
    expect(outcome.result.cost).toBeGreaterThan(0);
    expect(outcome.result.tokens_used).toBeGreaterThan(100);
  });

  it("Help Desk Reply quotes the matching article, or says that there is none", async () => {
    const agent = await uploadSeedJson(server(), "agents/help-desk-reply");
    const example = await readExample("agents/help-desk-reply");
    const outcome = await run(server(), agent, example);
    expect(outcome.output).toBe("Worn shoes can only be exchanged, within 14 days.");
    expect(outcome.streamed).toBe(outcome.output);
    expect(outcome.pieces).toBeGreaterThan(0);
    const none = await run(server(), agent, { ...example, question: "Do you sell cars?" });
    expect(none.output).toContain("does not say anything about that");
  });

  it("the sample shows its fields, examples and services", async () => {
    const { id } = await uploadSeedJson(server(), "templates/declarative-agent");
    expect(parseAnswer(Agent, await server().client.get(`/api/v1/agents/${id}`))).toMatchObject({
      framework: "stoa",
      agent_type: "declarative",
      models: ["default"],
      input_params: [
        { name: "owner", type: "string", required: true },
        { name: "repository" },
        { name: "issue", type: "integer" },
        { name: "mode", required: false, default: "only propose", choices: ["only propose", "set labels"] },
      ],
      examples: [{ owner: "octocat" }],
      connectors: [
        {
          service: "github",
          methods: ["GET", "POST"],
          paths: ["/repos/*/*/issues/*", "/repos/*/*/issues/*/labels", "/repos/*/*/labels"],
        },
      ],
    });
  });

  it("the template does not run without a grant, and the error names the service", async () => {
    const { id } = await uploadSeedJson(server(), "templates/declarative-agent");
    const { token } = await server().client.register();
    const json = { agent_id: id, input_data: await readExample("templates/declarative-agent") };
    const answer = await server().client.call("POST", "/api/v1/execute/run", { token, json });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: "grant_needed", detail: expect.stringContaining("GitHub") });
  });

  it("the server serves the format's schema at the URL to which files refer", async () => {
    const { $schema } = JSON.parse(await seedFile("agents/help-desk-reply"));
    const response = await fetch(`${server().url}${$schema}`);
    expect(response.headers.get("content-type")).toContain("application/schema+json");
    expect(await response.json()).toMatchObject({
      $id: $schema,
      $defs: { ConnectorTool: { type: "object" } },
    });
  });
});

describe("with a language model", async () => {
  const model = await startScriptedModel();
  const server = useTestServer({
    env: {
      ...NO_PYTHON,
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_API_KEY: "sk-operators",
      STOA_DEFAULT_MODEL: "gpt-4o",
    },
  });
  afterAll(() => model.close());

  it("Help Desk Reply streams the model's text, based on the articles, in the requested tone", async () => {
    const agent = await uploadSeedJson(server(), "agents/help-desk-reply");
    model.play(["Dear customer, worn shoes can be exchanged within 14 days."]);
    const outcome = await run(server(), agent, {
      ...(await readExample("agents/help-desk-reply")),
      tone: "formal",
    });
    expect(outcome.output).toBe("Dear customer, worn shoes can be exchanged within 14 days.");
    expect(outcome.streamed).toBe(outcome.output);
    expect(model.calls).toMatchObject([{ model: "gpt-4o", stream: true }]);
    const [system, user] = Object(model.calls[0]?.messages);
    expect(system.content).toMatch(/write in a formal tone[\s\S]*Worn shoes can only be exchanged/);
    expect(user.content).toBe("Can I exchange shoes that I have worn?");
    expect(outcome.result).toMatchObject({ success: true, tokens_used: 120 });
  });

  it("an answer that does not match the declared schema is requested once more, and both calls are charged", async () => {
    const agent = await uploadSeedJson(server(), "agents/release-notes-writer");
    const notes = { summary: "s", breaking_changes: [], added: ["a"], fixed: [], security: [] };
    model.play(["Here are your notes!", JSON.stringify(notes)]);
    const outcome = await run(server(), agent, { changes: "Add a" });
    expect(outcome.output).toEqual(notes);
    expect(model.calls).toHaveLength(2);
    expect(outcome.result.tokens_used).toBe(240);
  });

  it("a run fails at no cost if its answer never matches the declared schema", async () => {
    const agent = await uploadSeedJson(server(), "agents/release-notes-writer");
    model.play(() => "Here are your notes!");
    const outcome = await run(server(), agent, { changes: "Add a" });
    expect(outcome.result).toMatchObject({ success: false, error: "agent_failed", cost: 0 });
    expect(outcome.result.detail).toMatch(/does not match the schema that the agent declares/);
  });

  it("a run fails if the response is interrupted, and an upload that names an unknown model is rejected", async () => {
    const agent = await uploadSeedJson(server(), "agents/help-desk-reply");
    const example = await readExample("agents/help-desk-reply");
    model.play([{ breaksAfter: "Dear" }]);
    const broken = await run(server(), agent, example);
    expect(broken.result).toMatchObject({ success: false, error: "provider_unavailable", cost: 0 });
    const source = (await seedFile("agents/help-desk-reply")).replace(
      '"stoa": 1,',
      '"stoa": 1, "model": "no-such",',
    );
    await expect(uploadSource(server(), "no-such.json", source)).rejects.toThrow(
      /does not offer the model no-such/,
    );
  });

  it("a run ends at its time limit if its model never answers", async () => {
    const agent = await uploadSeedJson(server(), "agents/help-desk-reply");
    model.play([{ silent: true }]);
    const outcome = await run(server(), agent, await readExample("agents/help-desk-reply"), { timeout: 1 });
    expect(outcome.result).toMatchObject({ success: false, error: "provider_unavailable", cost: 0 });
  });
});
