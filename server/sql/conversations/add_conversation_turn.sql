-- Adds the turn of a run that has just started, after p_parent, and makes it the current turn. p_follows_current says
-- whether p_parent was the current turn when the run was prepared, which must still be so. p_turns and p_tokens are the
-- tokens of answers that were counted for this run. p_cap is the run's cap in nano-USD. Raises CV001 if the person has no
-- such conversation, CV002 if another turn began in the meantime, or if the parent still runs, CV003 if the conversation
-- has p_most turns.
CREATE OR REPLACE FUNCTION add_conversation_turn(
  p_id text, p_user_id text, p_parent integer, p_follows_current boolean, p_run_id text, p_cap bigint, p_message_tokens integer,
  p_title bytea, p_turns integer[], p_tokens integer[], p_most integer
) RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  conversation conversations;
BEGIN
  SELECT * INTO conversation FROM conversations c WHERE c.id = p_id AND c.user_id = p_user_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'no conversation %', p_id USING ERRCODE = 'CV001';
  END IF;
  -- A turn that began in the meantime may also have taken a part of the conversation's cap.
  IF p_follows_current AND conversation.current_turn IS DISTINCT FROM p_parent OR EXISTS (
    SELECT FROM conversation_turns t JOIN live_runs r ON r.run_id = t.run_id
    WHERE t.conversation_id = p_id AND t.turn = p_parent)
    OR conversation.max_cost IS NOT NULL AND conversation_cost(p_id, true) + p_cap > conversation.max_cost THEN
    RAISE EXCEPTION 'conversation % has an active turn', p_id USING ERRCODE = 'CV002';
  END IF;
  IF conversation.turns >= p_most THEN
    RAISE EXCEPTION 'conversation % is full', p_id USING ERRCODE = 'CV003';
  END IF;
  INSERT INTO conversation_turns (conversation_id, turn, parent, run_id, message_tokens)
    VALUES (p_id, conversation.turns + 1, p_parent, p_run_id, p_message_tokens);
  UPDATE conversation_turns t SET answer_tokens = counted.tokens
    FROM unnest(p_turns, p_tokens) AS counted (turn, tokens)
    WHERE t.conversation_id = p_id AND t.turn = counted.turn;
  UPDATE conversations c SET turns = c.turns + 1, current_turn = c.turns + 1, updated_at = now(),
      title = coalesce(c.title, p_title)
    WHERE c.id = p_id;
  RETURN conversation.turns + 1;
END $$;
