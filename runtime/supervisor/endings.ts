import type { JobLimits, RunReceipt } from "../protocol/index.ts";

/** What the caller and the developer read about a run that did not complete. */
export type Ending = Pick<RunReceipt, "outcome" | "error" | "isHostFault">;

export function createFailedEnding(
  outcome: RunReceipt["outcome"],
  message: string,
  developerDetail = message,
): Ending {
  return { outcome, error: { message, developerDetail } };
}

/** Returns the end of a run that the host broke off. The agent is not to blame. */
export function createLostEnding(message: string, developerDetail = message): Ending {
  return { ...createFailedEnding("crashed", message, developerDetail), isHostFault: true };
}

export function createCancelledEnding(): Ending {
  return createFailedEnding("cancelled", "The run was cancelled.");
}

export function createTimeoutEnding({ wallMs }: Pick<JobLimits, "wallMs">): Ending {
  return createFailedEnding("timeout", `The agent ran longer than its limit of ${wallMs / 1000} s.`);
}

export function createOutputLimitEnding({ outputBytes }: Pick<JobLimits, "outputBytes">): Ending {
  return createFailedEnding("output_limit", `The agent wrote more than its limit of ${outputBytes} bytes.`);
}
