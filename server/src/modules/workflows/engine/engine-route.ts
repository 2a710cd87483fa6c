import type { RunRoute } from "@stoa/gateway";
import { encodeFrame } from "@stoa/runtime/gateway-http";
import * as z from "zod";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";
import { defineRunRoute, type RunCall } from "../../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget } from "../../../platform/run-routes/memory-budget.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { WorkflowRun, WorkflowRuns } from "../workflow-runs.ts";
import type { FindDeveloperServer } from "./developer-server.ts";
import { N8nApi } from "./n8n-api.ts";
import { N8nServer } from "./n8n-server.ts";
import { removeCopy, runOnN8n } from "./run-on-n8n.ts";

/** The maximum size of a call: the largest workflow file together with the caller's input. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const Call = z.object({
  workflow: z.record(z.string(), z.unknown()),
  path: z.uuid(),
  input: z.record(z.string(), z.unknown()),
});

const IN_TRIAL = new RouteRefusal("The trial run of an upload does not use the developer's n8n server.", {
  status: 503,
  code: "trial_run",
});
const NO_RUN = new RouteRefusal("Only an active workflow run can use the developer's n8n server.", {
  status: 403,
  code: "no_way_out",
});
const TWICE = new RouteRefusal("A run can use the developer's n8n server only once.", {
  status: 409,
  code: "already_run",
});

export interface EngineRouteOptions {
  runs: WorkflowRuns;
  findDeveloperServer: FindDeveloperServer;
  outbound: Outbound;
  memory: MemoryBudget;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

/** The route that runs workflows on their developer's own n8n server: `/engine`. */
export class EngineRoute {
  readonly route: RunRoute;
  readonly #options: EngineRouteOptions;
  readonly #begun = new WeakSet<WorkflowRun>();
  readonly #removals = new Set<Promise<void>>();

  constructor(options: EngineRouteOptions) {
    const { runs, memory, log } = options;
    this.#options = options;
    this.route = defineRunRoute({
      path: "/engine",
      runs,
      noRun: NO_RUN,
      inTrial: IN_TRIAL,
      maxBody: MAX_BODY_BYTES,
      memory,
      log,
      handle: (call) =>
        this.#serve(call).catch((error: unknown) => {
          if (!(error instanceof OutboundError)) throw error;
          const { code, message } = error;
          throw new RouteRefusal(`The developer's n8n server: ${message}`, { status: 502, code });
        }),
    });
  }

  /** Settles when all removals of workflow copies have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#removals);
  }

  async #serve({ run, runId, response, readBody }: RunCall<WorkflowRun>): Promise<void> {
    const call = Call.safeParse(parseBody(await readBody()));
    if (!call.success)
      throw new RouteRefusal("The request for the n8n server is invalid.", {
        status: 400,
        code: "bad_request",
      });
    if (this.#begun.has(run)) throw TWICE;
    this.#begun.add(run);
    const server = new N8nServer(this.#options.outbound, await this.#options.findDeveloperServer(run));
    const api = new N8nApi(server);
    let workflowId: string | undefined;
    try {
      const answer = await runOnN8n(server, api, call.data, {
        signal: run.signal,
        left: (id) => {
          workflowId = id;
        },
      });
      const said = answer.response;
      const head = { response: said ? { type: said.type, text: said.body.toString() } : null };
      const whole = encodeFrame(head, answer.execution);
      response.writeHead(200, {
        "content-type": "application/octet-stream",
        "content-length": whole.byteLength,
      });
      response.end(whole);
    } finally {
      // The end of the run does not wait for the removal.
      if (workflowId !== undefined) this.#remove(api, workflowId, runId);
    }
  }

  #remove(api: N8nApi, workflowId: string, runId: string): void {
    const removal = removeCopy(api, workflowId)
      .catch((error: unknown) =>
        this.#options.log.warn(
          { err: error, runId, workflowId },
          "failed to delete a workflow copy from its developer's server",
        ),
      )
      .then(() => void this.#removals.delete(removal));
    this.#removals.add(removal);
  }
}

function parseBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
