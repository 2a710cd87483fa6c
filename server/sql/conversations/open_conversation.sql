-- Returns the conversation that a run continues, with the turn that the run follows and the turns before it, the newest
-- first: one row per turn, or one row without a turn if the run begins anew. No row means that the person has no such
-- conversation. p_follows_current says to follow the current turn instead of p_parent. budget_left is the rest of the
-- conversation's cap in nano-USD, or null without a cap. p_known is a turn that the node knows, with the turns before it:
-- the path ends with it if it contains it. The plan is cached, because planning a query on partitioned
-- tables for each turn takes longer than running it. OFFSET 0 makes the plan look up each run by its key, whatever the
-- number of turns.
CREATE OR REPLACE FUNCTION open_conversation(
  p_id text, p_user_id text, p_parent integer, p_follows_current boolean, p_known integer
) RETURNS TABLE (
  agent_id integer, parent integer, budget_left bigint,
  turn integer, run_id text, message_tokens integer, answer_tokens integer, status text, account_id text, input bytea,
  output bytea
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
    SELECT c.agent_id, c.parent, c.budget_left,
      p.turn, p.run_id, p.message_tokens, p.answer_tokens, r.status, r.account_id, r.input, r.output
    FROM (
      SELECT o.agent_id, CASE WHEN p_follows_current THEN o.current_turn ELSE p_parent END AS parent,
        CASE WHEN o.max_cost IS NOT NULL THEN o.max_cost - conversation_cost(o.id, true) END AS budget_left
      FROM conversations o WHERE o.id = p_id AND o.user_id = p_user_id
    ) c
    LEFT JOIN LATERAL conversation_path(p_id, c.parent, p_known) p ON true
    LEFT JOIN LATERAL (
      SELECT t.status, t.account_id, t.input, t.output FROM run_texts t WHERE t.run_id = p.run_id OFFSET 0) r ON true
    ORDER BY p.turn DESC;
END $$;
