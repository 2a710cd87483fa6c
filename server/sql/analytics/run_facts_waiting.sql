-- Ended runs that still wait to be counted, about a second's worth: with them the figures are right at any moment.
CREATE OR REPLACE VIEW run_facts_waiting AS
  SELECT f.* FROM run_facts((SELECT array_agg(o.payload) FROM outbox o WHERE o.topic = 'runs.statistics')) f;
