-- What agents asked of people's services stands in the run's log, beside what they said.
ALTER TABLE run_events DROP CONSTRAINT run_events_kind_check;
ALTER TABLE run_events ADD CONSTRAINT run_events_kind_check
  CHECK (kind IN ('output', 'log', 'progress', 'step', 'connector_call', 'cost'));
