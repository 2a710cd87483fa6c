-- Lists accounts with their owners, as operators see them.
CREATE OR REPLACE VIEW account_records AS
  SELECT u.id AS user_id, m.account_id, u.username, i.email, u.created_at, u.is_operator, u.suspended_at,
    u.suspension_reason, u.deleted_at, a.plan_type,
    (SELECT count(*)::integer FROM sessions s
      WHERE s.user_id = u.id AND s.revoked_at IS NULL AND s.expires_at > now()) AS sessions,
    (SELECT count(*)::integer FROM api_keys k WHERE k.account_id = a.id AND k.revoked_at IS NULL) AS keys,
    (SELECT max(k.last_used_at) FROM api_keys k WHERE k.account_id = a.id) AS key_last_used_at
  FROM users u
  JOIN memberships m ON m.user_id = u.id AND m.role = 'owner'
  JOIN accounts a ON a.id = m.account_id
  LEFT JOIN user_identities i ON i.user_id = u.id;
