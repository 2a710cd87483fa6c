-- Lists the owners of accounts with their current names. `joined_at` orders several owners of one account.
CREATE OR REPLACE VIEW account_owners AS
  SELECT m.account_id, m.user_id, m.created_at AS joined_at, u.username, u.created_at AS user_created_at,
    u.suspended_at, u.suspension_reason, u.deleted_at
  FROM memberships m JOIN users u ON u.id = m.user_id
  WHERE m.role = 'owner';
