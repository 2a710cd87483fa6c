import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { LIMITS, ResumeToken } from "@stoa/contract";
import type { Door } from "@stoa/gateway";
import { WaitRequest } from "@stoa/workflow";
import { answerDoorRefusal, DoorRefusal } from "../door-refusal.ts";
import { requestBody } from "../whole-body.ts";
import type { WorkflowRun, WorkflowRuns } from "../workflow-runs.ts";
import type { AnsweredWaits } from "./answered-waits.ts";
import { hashOf, type ResumeTokens } from "./resume-token.ts";
import type { WaitStore } from "./wait-store.ts";

/** A question is a page with its fields; it has the bound of a run's input. */
const MAX_QUESTION_BYTES = LIMITS.inputMaxBytes;
/** Who asks a person more often in ten minutes asks nobody. */
const MAX_ADDRESSES = 100;
/** An address lives a little longer than any run, so that its own end decides. */
const ADDRESS_SECONDS = LIMITS.runTimeoutMaxSeconds + 60;

/** A run that nobody has answered says so before its time is over. */
const ENDING_MS = 1_000;

const TRIAL = new DoorRefusal("This is the trial run of an upload: nobody is asked, and nobody can answer.", {
  status: 503,
  code: "trial_run",
});
const ENDED = new DoorRefusal("Answers are waited for by workflows alone, while they run.", {
  status: 403,
  code: "no_answers",
});

/** The runs of this node, as far as they wait for somebody. */
export interface WaitingRuns extends WorkflowRuns {
  timeLeftMs(runId: string): number;
  /** A node of a run waits from now on. */
  waits(runId: string, node: { node: string; within?: string | undefined; run: number }): void;
}

export interface AnswerDoorOptions {
  runs: WaitingRuns;
  store: WaitStore;
  waits: AnsweredWaits;
  tokens: ResumeTokens;
  log: { error(fields: object, message: string): void };
}

/** Where workflows ask for addresses and wait for what is answered there: the door `/answers` of the gateway. */
export function createAnswerDoor({ runs, store, waits, tokens, log }: AnswerDoorOptions): Door {
  const given = new WeakMap<WorkflowRun, number>();

  function countAddress(run: WorkflowRun, runId: string): void {
    const count = given.get(run) ?? 0;
    if (count >= MAX_ADDRESSES)
      throw new DoorRefusal(`A run waits for at most ${MAX_ADDRESSES} answers.`, {
        status: 429,
        code: "too_many_waits",
      });
    given.set(run, count + 1);
    if (count > 0) return;
    const forget = () =>
      run.track(
        store.forgetRun(runId).catch((error: unknown) => {
          log.error({ err: error }, "addresses of a run that has ended could not be removed");
        }),
      );
    run.signal.addEventListener("abort", forget, { once: true });
  }

  async function announce(run: WorkflowRun, runId: string): Promise<{ address: string }> {
    countAddress(run, runId);
    const { hash, sealed, address } = tokens.make(runId, run.accountId);
    await store.announce({ hash, sealed, runId, accountId: run.accountId, seconds: ADDRESS_SECONDS });
    return { address };
  }

  async function wait(run: WorkflowRun, runId: string, request: IncomingMessage) {
    const question = questionOf(await requestBody(request, MAX_QUESTION_BYTES));
    const hash = hashOf(tokenOf(question.address));
    const { node, within, run: index } = question;
    const left = Math.max(0, runs.timeLeftMs(runId) - ENDING_MS);
    const waitMs = Math.min(question.waitMs, left);
    const runEnds = waitMs < question.waitMs;
    if (!(await store.open({ hash, runId, node, asks: JSON.stringify(question.asks), waitMs })))
      throw new DoorRefusal("This is no address that the run can wait at.", {
        status: 409,
        code: "no_address",
      });
    runs.waits(runId, { node, within, run: index });
    await waits.until(hash, waitMs, run.signal);
    const answer = await store.take(hash);
    return { ...(answer !== undefined && { answer: JSON.parse(answer) as unknown }), runEnds };
  }

  async function serve(run: WorkflowRun, runId: string, request: IncomingMessage, response: ServerResponse) {
    const [path] = (request.url ?? "").split("?", 1);
    if (request.method !== "POST" || (path !== "/answers/addresses" && path !== "/answers/waits"))
      throw new DoorRefusal("There is nothing at this address.", { status: 404, code: "not_found" });
    const reply = await (path === "/answers/waits" ? wait(run, runId, request) : announce(run, runId));
    if (response.closed) return;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(reply));
  }

  return async ({ runId, trial }, request, response) => {
    const refuse = (refusal: DoorRefusal) => answerDoorRefusal(request, response, refusal);
    if (trial && request.url === "/answers/addresses") {
      request.resume();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ address: `https://stoa.invalid/resume/${randomBytes(8).toString("hex")}` }),
      );
      return;
    }
    if (trial) {
      runs.trialReachedOutside(runId);
      return refuse(TRIAL);
    }
    const run = runs.find(runId);
    if (run === undefined) return refuse(ENDED);
    const call = serve(run, runId, request, response).catch((error: unknown) => {
      if (error instanceof DoorRefusal) return refuse(error);
      log.error({ err: error }, "a run could not wait for an answer");
      refuse(new DoorRefusal("It failed on our side.", { status: 500, code: "door_error" }));
    });
    run.track(call);
    await call;
  };
}

/** @throws DoorRefusal 400 */
function questionOf(body: Buffer): WaitRequest {
  try {
    return WaitRequest.parse(JSON.parse(body.toString()));
  } catch (error) {
    throw new DoorRefusal(
      "What is asked cannot be shown: a page has at most 100 fields, and its words are bounded.",
      { status: 400, code: "bad_question" },
      { cause: error },
    );
  }
}

/** @throws DoorRefusal 400 */
function tokenOf(address: string): string {
  const read = ResumeToken.safeParse(address.split("/").at(-1));
  if (read.success) return read.data;
  throw new DoorRefusal("This is no address of a run.", { status: 400, code: "bad_address" });
}
