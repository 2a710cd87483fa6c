-- Deletes what the memory nodes of workflows stored for a session of an account.
CREATE OR REPLACE FUNCTION erase_session_values(p_account_id text, p_session text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM workflow_values v WHERE v.account_id = p_account_id AND v.kind = 'memory' AND v.key = p_session
$$;
