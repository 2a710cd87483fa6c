-- Lists the name of each person. A deleted account's person has a name that says so.
CREATE OR REPLACE VIEW person_names AS
  SELECT id AS user_id, username FROM users;
