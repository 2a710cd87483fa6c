-- Returns the cost of a conversation's turns and of all runs that they started, in nano-USD. An active turn counts with
-- its cap if p_with_caps is set, and otherwise not at all.
CREATE OR REPLACE FUNCTION conversation_cost(p_id text, p_with_caps boolean) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(
      CASE WHEN r.ended_at IS NOT NULL THEN cost_of_run_tree(t.run_id) WHEN p_with_caps THEN r.cap ELSE 0 END), 0)::bigint
  FROM conversation_turns t JOIN run_texts r ON r.run_id = t.run_id
  WHERE t.conversation_id = p_id
$$;
