-- What a framework does on the way to an answer is kept beside logs and progress.
ALTER TABLE run_events DROP CONSTRAINT run_events_kind_check;
ALTER TABLE run_events ADD CONSTRAINT run_events_kind_check
  CHECK (kind IN ('output', 'log', 'progress', 'step', 'cost'));
