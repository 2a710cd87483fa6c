import type { JobLimits, RunReceipt } from "../protocol/index.ts";

/** The outcome of a run that did not complete, and its error for the caller and the developer. */
export type Ending = Pick<RunReceipt, "outcome" | "error" | "isHostFault">;

export function createFailedEnding(
  outcome: RunReceipt["outcome"],
  message: string,
  developerDetail = message,
): Ending {
  return { outcome, error: { message, developerDetail } };
}

/** Returns the ending of a run that the host lost, through no fault of the agent. */
export function createLostEnding(message: string, developerDetail = message): Ending {
  return { ...createFailedEnding("crashed", message, developerDetail), isHostFault: true };
}

export function createCancelledEnding(): Ending {
  return createFailedEnding("cancelled", "The run was canceled.");
}

export function createTimeoutEnding({ wallMs }: Pick<JobLimits, "wallMs">): Ending {
  return createFailedEnding("timeout", `The agent exceeded its time limit of ${wallMs / 1000} s.`);
}

export function createOutputLimitEnding({ outputBytes }: Pick<JobLimits, "outputBytes">): Ending {
  return createFailedEnding("output_limit", `The agent exceeded its output limit of ${outputBytes} bytes.`);
}
