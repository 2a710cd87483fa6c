-- Lists the people of each account.
CREATE OR REPLACE VIEW account_members AS
  SELECT account_id, user_id FROM memberships;
