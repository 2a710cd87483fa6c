-- Connections of runs to the hosts that their versions declare.
ALTER TABLE run_events DROP CONSTRAINT run_events_kind_check;
ALTER TABLE run_events ADD CONSTRAINT run_events_kind_check
  CHECK (kind IN ('output', 'log', 'progress', 'step', 'node', 'connector_call', 'connection', 'agent_call', 'cost'));
