-- Lists the name of each person. A person who has deleted their account has a name that says so.
CREATE OR REPLACE VIEW person_names AS
  SELECT id AS user_id, username FROM users;
