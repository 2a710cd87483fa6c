-- Lists the people who are operators.
CREATE OR REPLACE VIEW operators AS
  SELECT id AS user_id FROM users WHERE is_operator;
