import { randomBytes } from "node:crypto";
import { LIMITS, ResumeToken } from "@stoa/contract";
import type { RunRoute } from "@stoa/gateway";
import { WaitRequest } from "@stoa/workflow";
import {
  defineRunRoute,
  type RunCall,
  type TrialCall,
} from "../../../platform/run-routes/define-run-route.ts";
import type { MemoryBudget } from "../../../platform/run-routes/memory-budget.ts";
import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";
import type { WorkflowRun, WorkflowRuns } from "../workflow-runs.ts";
import type { AnsweredWaits } from "./answered-waits.ts";
import { hashToken, type ResumeTokens } from "./resume-token.ts";
import type { WaitStore } from "./wait-store.ts";

/** The maximum size of the description of a page with its fields: the same as for the input of a run. */
const MAX_QUESTION_BYTES = LIMITS.inputMaxBytes;
/**
 * The number of answers that a run can wait for. No person answers more questions in one run of ten minutes.
 */
const MAX_ADDRESSES = 100;
/**
 * The lifetime of a resume URL. It is a minute longer than the longest run, so that the URL stops working when the run
 * ends.
 */
const ADDRESS_SECONDS = LIMITS.runTimeoutMaxSeconds + 60;

const ADDRESSES = "/answers/addresses";
const WAITS = "/answers/waits";

/** How long a wait ends before the time limit of its run, so that the run can still report that nobody answered. */
const ENDING_MS = 1_000;

const IN_TRIAL = new RouteRefusal("The trial run of an upload cannot wait for an answer.", {
  status: 503,
  code: "trial_run",
});
const NO_RUN = new RouteRefusal("Only an active workflow run can wait for answers.", {
  status: 403,
  code: "no_answers",
});

/** The runs of this node, as waits need them. */
export interface WaitingRuns extends WorkflowRuns {
  getTimeLeftMs(runId: string): number;
  /** Records that a node of the run has started to wait. */
  recordWaiting(runId: string, node: { node: string; within?: string | undefined; run: number }): void;
}

export interface AnswerRouteOptions {
  runs: WaitingRuns;
  store: WaitStore;
  waits: AnsweredWaits;
  tokens: ResumeTokens;
  /** The public URL of this server, without a trailing slash. */
  publicUrl: string;
  memory: MemoryBudget;
  log: { error(fields: object, message: string): void };
}

/** Creates the route through which workflows get resume URLs and wait for answers: `/answers`. */
export function createAnswerRoute(options: AnswerRouteOptions): RunRoute {
  const { runs, store, waits, tokens, publicUrl, memory, log } = options;
  const given = new WeakMap<WorkflowRun, number>();

  function countAddress(run: WorkflowRun, runId: string): void {
    const count = given.get(run) ?? 0;
    if (count >= MAX_ADDRESSES)
      throw new RouteRefusal(`A run can wait for at most ${MAX_ADDRESSES} answers.`, {
        status: 429,
        code: "too_many_waits",
      });
    given.set(run, count + 1);
    if (count > 0) return;
    const forget = () =>
      run.track(
        store.forgetRun(runId).catch((error: unknown) => {
          log.error({ err: error }, "failed to remove the resume URLs of an ended run");
        }),
      );
    run.signal.addEventListener("abort", forget, { once: true });
  }

  async function announce(run: WorkflowRun, runId: string): Promise<{ address: string }> {
    if (run.conversationId !== undefined)
      return { address: createChatUrl(publicUrl, run.agentId, run.conversationId) };
    countAddress(run, runId);
    const { hash, sealed, address } = tokens.make(runId, run.accountId);
    await store.announce({ hash, sealed, runId, accountId: run.accountId, seconds: ADDRESS_SECONDS });
    return { address };
  }

  async function wait({ run, runId, readBody }: RunCall<WorkflowRun>) {
    const question = parseQuestion(await readBody());
    const hash = hashToken(parseToken(question.address));
    const { node, within, run: index } = question;
    const { accountId } = run;
    const asks = JSON.stringify(question.asks);
    const left = Math.max(0, runs.getTimeLeftMs(runId) - ENDING_MS);
    const waitMs = Math.min(question.waitMs, left);
    const runEnds = waitMs < question.waitMs;
    if (!(await store.open({ hash, runId, accountId, node, asks, waitMs })))
      throw new RouteRefusal(
        "The run cannot wait at this resume URL, because it belongs to another run or was already used.",
        {
          status: 409,
          code: "no_address",
        },
      );
    runs.recordWaiting(runId, { node, within, run: index });
    await waits.waitUntilAnswered(hash, waitMs, run.signal);
    const answer = await store.take(hash);
    return { ...(answer !== undefined && { answer: JSON.parse(answer) as unknown }), runEnds };
  }

  async function serve(call: RunCall<WorkflowRun>) {
    const { run, runId, path, request, response } = call;
    if (request.method !== "POST" || (path !== ADDRESSES && path !== WAITS))
      throw new RouteRefusal("Nothing was found at this URL.", { status: 404, code: "not_found" });
    const reply = await (path === WAITS ? wait(call) : announce(run, runId));
    if (response.closed) return;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(reply));
  }

  return defineRunRoute({
    path: "/answers",
    runs,
    noRun: NO_RUN,
    inTrial: answerTrial,
    maxBody: MAX_QUESTION_BYTES,
    memory,
    log,
    handle: serve,
  });
}

/** Answers the trial run of an upload, which gets a resume URL that nobody can open. */
function answerTrial({ request, response, path }: TrialCall): RouteRefusal | undefined {
  if (path !== ADDRESSES) return IN_TRIAL;
  request.resume();
  const address = `https://stoa.invalid/resume/${randomBytes(8).toString("hex")}`;
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ address }));
  return undefined;
}

/**
 * Returns the URL of a conversation, in which its person answers after the turn has ended. Workflows append parameters such
 * as `?approved=true` to the URL, and these must not change the conversation's ID.
 */
function createChatUrl(publicUrl: string, agentId: number, conversationId: string): string {
  return `${publicUrl}/agent/${agentId}?tab=chat&chat=${conversationId}&from=workflow`;
}

/** Parses the question of a wait. @throws RouteRefusal 400 if its form is too large */
function parseQuestion(body: Buffer): WaitRequest {
  try {
    return WaitRequest.parse(JSON.parse(body.toString()));
  } catch (error) {
    throw new RouteRefusal(
      "The form cannot be shown: it has more than 100 fields or its text is too long. Shorten the form.",
      {
        status: 400,
        code: "bad_question",
        cause: error,
      },
    );
  }
}

/** Returns the token of a resume URL. @throws RouteRefusal 400 for any other URL */
function parseToken(address: string): string {
  const read = ResumeToken.safeParse(address.split("/").at(-1));
  if (read.success) return read.data;
  throw new RouteRefusal("This is not a resume URL of a run.", { status: 400, code: "bad_address" });
}
