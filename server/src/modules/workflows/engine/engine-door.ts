import type { IncomingMessage, ServerResponse } from "node:http";
import type { Door } from "@stoa/gateway";
import { encodeFrame } from "@stoa/workflow";
import * as z from "zod";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";
import { answerDoorRefusal, DoorRefusal } from "../door-refusal.ts";
import { requestBody } from "../whole-body.ts";
import type { WorkflowRun, WorkflowRuns } from "../workflow-runs.ts";
import type { ServerOf } from "./developer-server.ts";
import { N8nApi } from "./n8n-api.ts";
import { N8nServer } from "./n8n-server.ts";
import { removeCopy, runOnN8n } from "./run-on-n8n.ts";

/** The largest file and what its caller gave. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

const Call = z.object({
  workflow: z.record(z.string(), z.unknown()),
  path: z.uuid(),
  input: z.record(z.string(), z.unknown()),
});

const TRIAL = new DoorRefusal(
  "This is the trial run of an upload: nothing is run on the developer's n8n server yet.",
  { status: 503, code: "trial_run" },
);
const ENDED = new DoorRefusal("Only workflows that run are run on their developer's server.", {
  status: 403,
  code: "no_way_out",
});
const TWICE = new DoorRefusal("A run is run on its developer's server once.", {
  status: 409,
  code: "already_run",
});

export interface EngineDoorOptions {
  runs: WorkflowRuns;
  serverOf: ServerOf;
  outbound: Outbound;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
}

/** The door `/engine` of the gateway, where workflows are run by a server of their developer's own. */
export class EngineDoor {
  readonly #options: EngineDoorOptions;
  readonly #begun = new WeakSet<WorkflowRun>();
  readonly #removals = new Set<Promise<void>>();

  constructor(options: EngineDoorOptions) {
    this.#options = options;
  }

  readonly open: Door = async (session, request, response) => {
    const { runs, log } = this.#options;
    const refuse = (refusal: DoorRefusal) => answerDoorRefusal(request, response, refusal);
    if (session.trial) {
      runs.trialReachedOutside(session.runId);
      return refuse(TRIAL);
    }
    const run = runs.find(session.runId);
    if (run === undefined) return refuse(ENDED);
    const call = this.#serve(run, session.runId, request, response).catch((error: unknown) => {
      if (error instanceof DoorRefusal) return refuse(error);
      if (error instanceof OutboundError)
        return refuse(
          new DoorRefusal(`The developer's n8n server: ${error.message}`, { status: 502, code: error.code }),
        );
      if (!run.signal.aborted) log.error({ err: error }, "a run on a developer's server failed on our side");
      refuse(
        new DoorRefusal("The run on the n8n server failed on our side.", { status: 500, code: "door_error" }),
      );
    });
    run.track(call);
    await call;
  };

  /** Settles when no copy is left to be removed. */
  async close(): Promise<void> {
    await Promise.all(this.#removals);
  }

  async #serve(
    run: WorkflowRun,
    runId: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const call = Call.safeParse(parsed(await requestBody(request, MAX_BODY_BYTES)));
    if (!call.success)
      throw new DoorRefusal("The run cannot be handed on.", { status: 400, code: "bad_request" });
    if (this.#begun.has(run)) throw TWICE;
    this.#begun.add(run);
    const server = new N8nServer(this.#options.outbound, await this.#options.serverOf(run));
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
      // The run's end does not wait for it.
      if (workflowId !== undefined) this.#remove(api, workflowId, runId);
    }
  }

  #remove(api: N8nApi, workflowId: string, runId: string): void {
    const removal = removeCopy(api, workflowId)
      .catch((error: unknown) =>
        this.#options.log.warn(
          { err: error, runId, workflowId },
          "a copy of a workflow stays on its developer's server",
        ),
      )
      .then(() => void this.#removals.delete(removal));
    this.#removals.add(removal);
  }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
