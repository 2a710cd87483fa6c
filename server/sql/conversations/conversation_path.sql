-- Returns a turn and the turns that it follows, the newest first. Stops after the turn p_known, if it is among them.
CREATE OR REPLACE FUNCTION conversation_path(p_id text, p_turn integer, p_known integer DEFAULT NULL)
  RETURNS TABLE (turn integer, parent integer, run_id text, message_tokens integer, answer_tokens integer)
  LANGUAGE sql STABLE AS $$
  WITH RECURSIVE path AS (
    SELECT t.* FROM conversation_turns t WHERE t.conversation_id = p_id AND t.turn = p_turn
    UNION ALL
    SELECT t.* FROM path p JOIN conversation_turns t ON t.conversation_id = p_id AND t.turn = p.parent
      WHERE p.turn IS DISTINCT FROM p_known
  )
  SELECT p.turn, p.parent, p.run_id, p.message_tokens, p.answer_tokens FROM path p ORDER BY p.turn DESC
$$;
