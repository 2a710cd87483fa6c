import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Door } from "@stoa/gateway";
import { MAX_STORED_BYTES } from "@stoa/workflow";
import * as z from "zod";
import { answerDoorRefusal, DoorRefusal } from "./door-refusal.ts";
import type { RunRequests } from "./run-requests.ts";
import { RunWrites } from "./run-writes.ts";
import type { StoredKey, StoredValues } from "./stored-values.ts";
import { requestBody } from "./whole-body.ts";
import type { WorkflowRun, WorkflowRuns } from "./workflow-runs.ts";

/** A session's number or an address, with the name of a node. */
const MAX_KEY_CHARS = 512;

const Key = z.object({
  kind: z.enum(["memory", "vectors", "static", "table"]),
  key: z.string().min(1).max(MAX_KEY_CHARS),
});

const notFound = () => new DoorRefusal("There is no such value.", { status: 404, code: "not_found" });

function keyOf(path: string): StoredKey {
  const [, , kind, key = ""] = path.split("/");
  try {
    return Key.parse({ kind, key: decodeURIComponent(key) });
  } catch (error) {
    throw new DoorRefusal(
      `A value is kept by a name of at most ${MAX_KEY_CHARS} characters.`,
      { status: 400, code: "bad_key" },
      { cause: error },
    );
  }
}

/** JSON that the database takes: PostgreSQL's knows no U+0000. @throws DoorRefusal 400 */
function storableText(body: Buffer): string {
  const text = body.toString();
  try {
    JSON.parse(text);
  } catch {
    throw new DoorRefusal("What is to be kept is no JSON.", { status: 400, code: "bad_value" });
  }
  return text;
}

export interface StorageDoorOptions {
  runs: WorkflowRuns;
  requests: RunRequests;
  values: StoredValues;
  log: { error(fields: object, message: string): void };
}

/** Where workflows keep what outlives a run: the door `/storage/<kind>/<key>` of the gateway. */
export function createStorageDoor({ runs, requests, values, log }: StorageDoorOptions): Door {
  const writes = new RunWrites();

  async function read(run: WorkflowRun, key: StoredKey, response: ServerResponse): Promise<void> {
    const use = requests.begin(run);
    try {
      const value = await values.read(run, key);
      if (value === undefined) throw notFound();
      const bytes = Buffer.from(value);
      use.held(bytes.byteLength);
      response.writeHead(200, { "content-type": "application/json" });
      // The run may be gone by now.
      await pipeline([bytes], response).catch(() => response.destroy());
    } finally {
      use.end();
    }
  }

  async function serve(run: WorkflowRun, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = keyOf((request.url ?? "").split("?", 1).join(""));
    if (request.method === "GET") {
      await read(run, key, response);
    } else if (request.method === "PUT") {
      await writes.inTurn(run, async (count) => {
        const body = await requestBody(request, MAX_STORED_BYTES, count);
        await values.write(run, key, storableText(body));
      });
      response.writeHead(204).end();
    } else throw new DoorRefusal("Values are read and written.", { status: 405, code: "unknown_method" });
  }

  return async (session, request, response) => {
    const refuse = (refusal: DoorRefusal) => answerDoorRefusal(request, response, refusal);
    // A trial begins with nothing, and leaves nothing behind.
    if (session.trial && request.method === "GET") return refuse(notFound());
    if (session.trial) {
      request.resume();
      response.writeHead(204).end();
      return;
    }
    const run = runs.find(session.runId);
    if (run === undefined)
      return refuse(
        new DoorRefusal("Values are kept for workflows alone, while they run.", {
          status: 403,
          code: "no_storage",
        }),
      );
    const call = serve(run, request, response).catch((error: unknown) => {
      if (error instanceof DoorRefusal) return refuse(error);
      log.error({ err: error }, "a workflow's value could not be kept or read");
      refuse(new DoorRefusal("It failed on our side.", { status: 500, code: "door_error" }));
    });
    run.track(call);
    await call;
  };
}
