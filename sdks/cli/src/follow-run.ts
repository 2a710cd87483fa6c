import type { RunWaits } from "@stoa/contract";
import type { ExecutionResult, InputData, RunEvent, RunOptions } from "../../js/src/index.ts";
import { ApiError, ConnectionError } from "../../js/src/index.ts";
import { CliError, EXIT } from "./errors.ts";
import type { Session } from "./session.ts";
import { printNote, toPrintable } from "./terminal.ts";

/** What reports Ctrl-C: the process, or the line editor while it reads the keyboard. */
export interface InterruptSource {
  on(event: "SIGINT", listener: () => void): unknown;
  off(event: "SIGINT", listener: () => void): unknown;
}

/** A run to start. */
export interface NewRun {
  agentId: number;
  input: InputData;
  options: RunOptions;
}

/**
 * Starts a run and passes on its events up to its result. The first Ctrl-C cancels the run, and the second one ends
 * the program. The run is started in the background, so that its ID is known from the beginning.
 */
export async function runToEnd(
  session: Session,
  { agentId, input, options }: NewRun,
  interrupts: InterruptSource,
  onEvent: (event: RunEvent) => void,
): Promise<ExecutionResult> {
  let runId: string | undefined;
  let isInterrupted = false;
  const cancel = () => {
    if (runId === undefined) return;
    // The result says what has happened to the run, also if canceling failed because it had ended.
    session.runs.cancel(runId).catch(() => undefined);
  };
  const onInterrupt = () => {
    if (isInterrupted) process.exit(EXIT.interrupted);
    isInterrupted = true;
    printNote("\nCanceling the run. Press Ctrl-C again to leave without waiting for it.");
    cancel();
  };
  interrupts.on("SIGINT", onInterrupt);
  try {
    ({ run_id: runId } = await session.runs.start(agentId, input, options).catch((error: unknown) => {
      throw nameGrantPage(error, session, agentId);
    }));
    if (isInterrupted) cancel();
    for await (const event of session.runs.events(runId)) {
      onEvent(event);
      if (event.event === "result") return event.data;
      if (isWaiting(event) && options.conversation_id === undefined) await showWaits(session, runId);
    }
    throw new ConnectionError("The event stream ended without the run's result.");
  } finally {
    interrupts.off("SIGINT", onInterrupt);
  }
}

/** Returns an error that says where to allow an agent what it needs; other errors as they are. */
function nameGrantPage(error: unknown, { server }: Session, agentId: number): unknown {
  if (!(error instanceof ApiError) || error.code !== "grant_needed") return error;
  return new CliError(`${error.detail}\nAllow it on the agent's page: ${server}/agent/${agentId}`);
}

const isWaiting = ({ event, data }: RunEvent): boolean => event === "node" && data.state === "waiting";

/** Shows where a person or another system answers what the run waits for. */
async function showWaits({ transport }: Session, runId: string): Promise<void> {
  const path = `/execute/runs/${encodeURIComponent(runId)}/waits`;
  const { waits } = await transport.request<RunWaits>({ method: "GET", path, repeatable: true });
  for (const { node, kind, method, url } of waits) {
    const action = kind === "page" ? "Answer on this page" : `It waits for a ${method ?? "POST"} request to`;
    printNote(toPrintable(`${node} waits for an answer. ${action}: ${url}`));
  }
}
