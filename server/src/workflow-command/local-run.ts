/** The only run of its process. */
export const LOCAL_RUN = { runId: "run_local", runToken: "rt_local" };
