-- Lists API keys that have not been revoked. They are valid until `expires_at`; null means that they never expire.
CREATE OR REPLACE VIEW unrevoked_keys AS
  SELECT id AS key_id, expires_at FROM api_keys WHERE revoked_at IS NULL;
