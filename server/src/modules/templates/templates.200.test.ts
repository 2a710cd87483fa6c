import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { TemplateCatalog } from "@stoa/contract";
import { expect, it } from "vitest";
import { parseAnswer } from "../../../../tests/harness/client.ts";
import { useTestServer } from "../../../../tests/harness/server.ts";
import { TEMPLATES } from "../../commands/paths.ts";

const server = useTestServer({ env: { STOA_PYTHON: "/nonexistent/python3" } });

const catalog = async (path = "/api/v1/templates/catalog") =>
  parseAnswer(TemplateCatalog, await server().client.get(path)).templates;

it("the catalog lists at least two templates of each kind and one of each framework with packages, with every field and no others", async () => {
  const templates = await catalog();
  const kinds = new Map<string, number>();
  for (const { framework, agent_type } of templates.filter(({ library }) => library === null)) {
    const kind = `${framework} ${agent_type}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  expect(Object.fromEntries(kinds)).toEqual({
    "stoa python": 3,
    "stoa declarative": 2,
    "langchain langchain": 2,
    "autogen autogen": 2,
    "n8n workflow": 2,
  });
  expect(templates.flatMap(({ library }) => library ?? [])).toEqual([
    "OpenAI Agents SDK",
    "pydantic-ai",
    "LlamaIndex",
    "Google ADK",
    "CrewAI",
    "smolagents",
    "deepagents",
  ]);
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
  for (const { shows, name, description } of templates) {
    expect(shows.length).toBeGreaterThan(1);
    expect(name).not.toBe("");
    expect(description.length).toBeGreaterThan(40);
  }
  expect(templates[0]).toEqual({
    id: "stoa-python",
    name: "Python function",
    description: expect.stringContaining("one function"),
    framework: "stoa",
    library: null,
    agent_type: "python",
    category: "content",
    difficulty: "beginner",
    shows: expect.arrayContaining(["Form from a signature and a docstring"]),
    connectors: [],
    filename: "stoa-agent.py",
    size: (await readFile(join(TEMPLATES, "stoa-agent.py"))).length,
    download_url: "/api/v1/templates/download/stoa-python",
  });
});

it("each template can be downloaded from both paths, with the name and content of its file in the repository", async () => {
  for (const { id, filename, size, download_url } of await catalog("/api/templates/catalog/")) {
    const file = await readFile(join(TEMPLATES, filename));
    for (const address of [download_url, `/api/templates/download/${id}`]) {
      const response = await fetch(server().url + address);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${filename}"`);
      expect(response.headers.get("content-type")).toBe(
        filename.endsWith(".py") ? "text/x-python; charset=utf-8" : "application/json; charset=utf-8",
      );
      expect(response.headers.get("content-length")).toBe(String(size));
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
    }
  }
});

it("the templates can be read even with a token that is no longer valid", async () => {
  const token = "nobodys";
  expect((await server().client.get("/api/v1/templates/catalog", { token })).status).toBe(200);
  expect((await server().client.get("/api/v1/templates/download/stoa-python", { token })).status).toBe(200);
});
