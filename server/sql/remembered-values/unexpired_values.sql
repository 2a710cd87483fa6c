-- Lists the sealed values that agents remember now, with their size. A value without a user_id is shared by all runs of its
-- agent.
CREATE OR REPLACE VIEW unexpired_values AS
  SELECT s.agent_id, s.user_id, v.key, v.value, v.bytes, v.expires_at, v.updated_at
  FROM remembered_stores s JOIN remembered_values v ON v.store_id = s.id
  WHERE v.expires_at IS NULL OR v.expires_at > now();
