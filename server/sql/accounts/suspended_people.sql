-- Lists the people whom an operator has suspended.
CREATE OR REPLACE VIEW suspended_people AS
  SELECT id AS user_id FROM users WHERE suspended_at IS NOT NULL;
