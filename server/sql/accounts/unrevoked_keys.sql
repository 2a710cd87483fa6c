-- API keys that nobody has revoked. They are valid until `expires_at`; null: without end.
CREATE OR REPLACE VIEW unrevoked_keys AS
  SELECT id AS key_id, expires_at FROM api_keys WHERE revoked_at IS NULL;
