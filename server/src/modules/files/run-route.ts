import { pipeline } from "node:stream/promises";
import { FILE_LIMITS, FileId } from "@stoa/contract";
import type { RunRoute } from "@stoa/gateway";
import type { JobFile } from "@stoa/runtime/protocol";
import { AppError } from "../../platform/http/app-error.ts";
import {
  defineRunRoute,
  type ReachableRun,
  type ReachableRuns,
  type RunCall,
  type TrialCall,
} from "../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget } from "../../platform/run-routes/memory-budget.ts";
import { RouteRefusal, toRouteRefusal } from "../../platform/run-routes/route-refusal.ts";
import type { Files } from "./files.ts";
import type { TextMask } from "./mask-content.ts";
import { findSampleFile } from "./sample-files.ts";

/** An active run, as the files module sees it. */
export interface FilingRun extends ReachableRun {
  accountId: string;
  userId: string;
  /** Masks the secrets of the agent's developer; undefined if it has none. */
  mask: TextMask | undefined;
  /** Returns a file that the run may read. */
  findFile(id: string): JobFile | undefined;
  /** Adds a file that the run has returned. Its caller sees it if the run completes. */
  addArtifact(file: JobFile): void;
}

export type FilingRuns = ReachableRuns<FilingRun>;

export interface FileRouteOptions {
  runs: FilingRuns;
  files: Pick<Files, "openContent" | "storeArtifact">;
  memory: MemoryBudget;
  log: { error(fields: object, message: string): void };
}

const NO_RUN = new RouteRefusal("Only an active run can read and return files.", {
  status: 403,
  code: "no_files",
});
const NOT_FOUND = new RouteRefusal("This run has not received a file with this ID.", {
  status: 404,
  code: "not_found",
});
const TOO_MANY = new RouteRefusal(`A run can return at most ${FILE_LIMITS.artifactsPerRun} files.`, {
  status: 429,
  code: "too_many_files",
});
const UNKNOWN_METHOD = new RouteRefusal(
  "Use GET /files/{id} to read a file or POST /files?name=... to return one.",
  {
    status: 405,
    code: "unknown_method",
  },
);

/** Creates the route through which runs read the files of their input and return files: `/files`. */
export function createFileRoute({ runs, files, memory, log }: FileRouteOptions): RunRoute {
  const returned = new WeakMap<FilingRun, number>();

  async function send({ run, response, path }: RunCall<FilingRun>): Promise<void> {
    const file = run.findFile(readId(path));
    if (!file) throw NOT_FOUND;
    const content = await files.openContent(file.id).catch(refuse);
    response.writeHead(200, { "content-type": file.type, "content-length": content.bytes });
    // The run may have ended by now.
    await pipeline(content.stream, response).catch(() => response.destroy());
  }

  async function store({ run, runId, request, response }: RunCall<FilingRun>): Promise<void> {
    const count = returned.get(run) ?? 0;
    if (count >= FILE_LIMITS.artifactsPerRun) throw TOO_MANY;
    returned.set(run, count + 1);
    const { accountId, userId, mask } = run;
    const name = readName(request.url);
    const declaredBytes = Number(request.headers["content-length"]) || Number.POSITIVE_INFINITY;
    const artifact = { accountId, userId, runId, name, stream: request, mask, declaredBytes };
    const file = await files.storeArtifact(artifact).catch(refuse);
    run.addArtifact(file);
    reply(response, file);
  }

  return defineRunRoute({
    path: "/files",
    runs,
    noRun: NO_RUN,
    inTrial: replyInTrial,
    // Bodies are streamed to the storage, which bounds them.
    maxBody: 0,
    memory,
    log,
    handle(call) {
      if (call.request.method === "GET") return send(call);
      if (call.request.method === "POST") return store(call);
      throw UNKNOWN_METHOD;
    },
  });
}

/** @throws RouteRefusal with the reason that an HTTP client would get, or the error itself */
function refuse(error: unknown): never {
  throw error instanceof AppError ? toRouteRefusal(error) : error;
}

/** Sends a sample to a trial run. What the run returns is read and forgotten. */
function replyInTrial({ request, response, path }: TrialCall): RouteRefusal | undefined {
  if (request.method === "POST") {
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
    });
    const type = "application/octet-stream";
    request.on("end", () =>
      reply(response, { id: TRIAL_FILE_ID, name: readName(request.url), type, bytes: size }),
    );
    return undefined;
  }
  const sample = findSampleFile(readId(path));
  if (!sample) return NOT_FOUND;
  response.writeHead(200, { "content-type": sample.file.type, "content-length": sample.content.length });
  response.end(sample.content);
  return undefined;
}

/** The ID of each file that a trial run returns. It belongs to no stored file. */
const TRIAL_FILE_ID = `file_${"f".repeat(32)}`;

function reply(response: RunCall<FilingRun>["response"], { id, name, type, bytes }: JobFile): void {
  response.writeHead(201, { "content-type": "application/json" });
  response.end(JSON.stringify({ id, name, type, size: bytes }));
}

function readId(path: string): string {
  const id = FileId.safeParse(path.slice("/files/".length));
  if (!id.success) throw NOT_FOUND;
  return id.data;
}

/** Returns the name of a file from the query, or an empty text. The storage cleans it. */
function readName(url = ""): string {
  return new URLSearchParams(url.slice(url.indexOf("?") + 1)).get("name") ?? "";
}
