-- Ended runs that wait to be counted, about a second's worth, as their outbox rows describe them.
CREATE OR REPLACE VIEW uncounted_runs AS
  SELECT payload FROM outbox WHERE topic = 'runs.statistics';
