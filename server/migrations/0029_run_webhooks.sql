-- Webhooks of single runs: URLs to which the end of one run is sent, such as the push notifications of A2A. They are rows of
-- webhook_endpoints, so that one queue delivers the events of all webhooks. Their sealed_secret contains headers that the
-- receiver expects, because their requests are signed with the server's key.
ALTER TABLE webhook_endpoints
  -- The run whose end is sent; NULL for a webhook that gets the events of its account.
  ADD COLUMN run_id text COLLATE "C",
  -- The name of the webhook among those of its run, which the client chooses.
  ADD COLUMN name text COLLATE "C",
  -- When the end of the run was queued, after which the webhook has nothing more to send.
  ADD COLUMN run_ended_at timestamptz,
  DROP CONSTRAINT webhook_endpoints_event_types_check,
  ADD CONSTRAINT webhook_endpoints_event_types_check CHECK ((cardinality(event_types) > 0) = (run_id IS NULL)),
  ADD CONSTRAINT webhook_endpoints_name_check CHECK ((name IS NULL) = (run_id IS NULL)),
  ADD CONSTRAINT webhook_endpoints_run_ended_at_check CHECK (run_ended_at IS NULL OR run_id IS NOT NULL);
CREATE UNIQUE INDEX webhook_endpoints_of_run ON webhook_endpoints (run_id, name) WHERE run_id IS NOT NULL;
CREATE INDEX webhook_endpoints_for_events ON webhook_endpoints (account_id) WHERE run_id IS NULL;
CREATE INDEX webhook_endpoints_ended ON webhook_endpoints (run_ended_at) WHERE run_ended_at IS NOT NULL;
