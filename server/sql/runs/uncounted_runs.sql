-- Lists ended runs that have not been counted yet, about a second's worth, as their outbox rows describe them.
CREATE OR REPLACE VIEW uncounted_runs AS
  SELECT payload FROM outbox WHERE topic = 'runs.statistics';
