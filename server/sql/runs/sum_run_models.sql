-- Returns how often a run called each model, and with how many tokens. Calls that used no token are left out.
CREATE OR REPLACE FUNCTION sum_run_models(p_run_id text) RETURNS json
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(m ORDER BY m.model COLLATE "C"), '[]') FROM (
      SELECT c.model_answered AS model, count(*) AS calls, sum(c.prompt_tokens) AS prompt_tokens,
        sum(c.completion_tokens) AS completion_tokens
      FROM model_calls c WHERE c.run_id = p_run_id AND c.prompt_tokens + c.completion_tokens > 0
      GROUP BY c.model_answered
    ) m
  );
END $$;
