import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect } from "vitest";
import {
  joinOutput,
  openRun,
  type ReadEvent,
  readEvents,
} from "../../server/src/modules/runs/live/event-reader.fixture.ts";
import type { TestServer } from "../harness/server.ts";

/** A price above the cost of every model in these tests, so that it covers each call. */
const PRICE_PER_TOKEN = "0.00005";

export interface ListedAgent {
  id: number;
  developer: { token: string };
  /** The message of the entry point check. */
  recognized: string;
}

/** Uploads an unchanged file of this suite as a new developer. stoa-basic answers its trial run. */
export async function upload(server: TestServer, path: string): Promise<ListedAgent> {
  const content = await readFile(join(import.meta.dirname, "agents", path), "utf8");
  return uploadSource(server, basename(path), content);
}

export async function uploadSource(
  server: TestServer,
  filename: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<ListedAgent> {
  const developer = await server.client.register();
  const form = new FormData();
  const fields = {
    name: filename,
    description: "Written like the examples in the documentation.",
    documentation: "An agent of the framework suite, uploaded without a change and run through the product.",
    category: "general",
    price_per_token: PRICE_PER_TOKEN,
  };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", new Blob([content]), filename);
  const answer = await server.client.call("POST", "/api/v1/agents/upload", { form, token: developer.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  const { agent, checks } = Object(answer.body);
  const entry = checks.find(({ name }: { name: string }) => name === "entry_point");
  return { id: agent.id, developer, recognized: entry.detail };
}

export interface RunResult {
  result: Record<string, unknown>;
  output: unknown;
  /** The streamed text. */
  streamed: string;
  pieces: number;
  steps: string[];
}

/** Runs an agent as `as`, or as a newly registered user if `as` is not given, and waits for the result. */
export async function run(
  server: TestServer,
  agent: ListedAgent,
  input: object,
  { as, ...options }: { timeout?: number; as?: { token: string } } = {},
): Promise<RunResult> {
  const caller = as ?? (await server.client.register());
  const body = { agent_id: agent.id, input_data: input, ...options };
  const response = await openRun(server.url, caller.token, body);
  if (!response.ok) throw new Error(`the run was refused: ${await response.text()}`);
  const events = await readEvents(response);
  const last = events.at(-1);
  if (last?.event !== "result") throw new Error(`the run gave no result: ${JSON.stringify(events)}`);
  return {
    result: last.data,
    output: last.data.agent_output,
    streamed: joinOutput(events),
    pieces: events.filter(({ event }) => event === "output").length,
    steps: events.filter(({ event }) => event === "step").map(getStepText),
  };
}

/** A PNG of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Registers a person and uploads an image as their file. */
export async function uploadImage({ client }: TestServer): Promise<{ as: { token: string }; id: string }> {
  const { token } = await client.register();
  const form = new FormData();
  form.set("file", new Blob([Buffer.from(PIXEL, "base64")]), "pixel.png");
  const answer = await client.call("POST", "/api/v1/files", { form, token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { as: { token }, id: String(Object(answer.body).id) };
}

/** Returns the images that a chat request contains, as the beginnings of their URLs. */
export function listImages(body: Record<string, unknown>): string[] {
  const urls = JSON.stringify(body).match(/"url":"[^"]{22}/g) ?? [];
  return urls.map((url) => url.slice('"url":"'.length));
}

function getStepText({ data }: ReadEvent): string {
  return `${String(data.kind)} ${String(data.source)}: ${String(data.text)}`;
}
