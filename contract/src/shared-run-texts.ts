/** Why a run cannot be shared by link. Server and clients share these texts. */
export const SHARED_RUN_TEXTS = {
  active: "This run has not ended. Share it after it has ended.",
  calledByAgent:
    "An agent started this run, and its input can contain that agent's instructions. Share the run that you started.",
  noOutput: "This run has no output, so there is nothing to share.",
  contentDeleted: "The content of this run was deleted, so there is nothing to share.",
} as const;
