-- Lists the accounts whose owner is suspended: their agents are neither shown nor run, and their schedules and
-- webhooks pause.
CREATE OR REPLACE VIEW suspended_accounts AS
  SELECT m.account_id FROM users u JOIN memberships m ON m.user_id = u.id
  WHERE u.suspended_at IS NOT NULL AND m.role = 'owner';
