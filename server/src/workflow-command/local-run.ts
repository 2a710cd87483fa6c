/** The ids of the local run. A process has only one such run. */
export const LOCAL_RUN = { runId: "run_local", runToken: "rt_local" };
