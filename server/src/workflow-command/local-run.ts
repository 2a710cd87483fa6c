/** The ids of a local run. A process has only one. */
export const LOCAL_RUN = { runId: "run_local", runToken: "rt_local" };
