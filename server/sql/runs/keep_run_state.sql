-- Stores the sealed text that an agent keeps for the next turn of its conversation.
CREATE OR REPLACE FUNCTION keep_run_state(p_run_id text, p_state bytea) RETURNS void LANGUAGE sql AS $$
  UPDATE run_contents c SET state = p_state WHERE c.run_id = p_run_id
$$;
