-- What each node of a workflow came to, as its run's log tells it.
ALTER TABLE run_events DROP CONSTRAINT run_events_kind_check;
ALTER TABLE run_events ADD CONSTRAINT run_events_kind_check
  CHECK (kind IN ('output', 'log', 'progress', 'step', 'node', 'connector_call', 'agent_call', 'cost'));
