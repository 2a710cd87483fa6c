-- Returns whether a run failed through the agent's own code: not through a model provider, our servers, its caller, an
-- operator, or a time limit that its caller made shorter than usual.
CREATE OR REPLACE FUNCTION run_failed_by_agent(run runs) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN run.status IN ('failed', 'timeout') AND (run.error_code IN ('agent_failed', 'agent_crashed', 'output_limit')
  OR (run.error_code = 'agent_timeout' AND run.timeout_seconds >= usual_timeout_seconds()));
