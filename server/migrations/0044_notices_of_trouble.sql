-- Which notifications a person wants, and notifications of runs that nobody waits for.

-- The kinds that a person has switched off; no row for somebody who gets all.
CREATE TABLE notification_settings (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  muted text[] NOT NULL
);

-- A notification that its person does not want is still written, so that its occasion is noted once and webhooks follow it; it
-- counts as read and is never shown.
ALTER TABLE notifications ADD COLUMN is_muted boolean NOT NULL DEFAULT false;
CREATE FUNCTION mute_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM notification_settings s WHERE s.user_id = NEW.user_id AND NEW.kind = ANY (s.muted)) THEN
    NEW.is_muted := true;
    NEW.read_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER notifications_mute BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION mute_notification();

-- The occasion under which the caller of a run is notified that it has completed; null for a run that somebody waits for.
-- The runs of a schedule share one occasion per day, so that a schedule that runs every five minutes floods nobody.
ALTER TABLE runs ADD COLUMN end_occasion text;

CREATE FUNCTION notify_of_finished_run(run runs) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion)
  VALUES (run.user_id, 'run_finished',
    jsonb_build_object('run_id', run.id, 'agent_id', run.agent_id, 'agent_name', run.agent_name), run.end_occasion)
  ON CONFLICT (user_id, occasion) DO NOTHING;
END $$;

-- Notes that the caller of a run wants to be notified when it has completed, and notifies them now if it has already. The end of
-- a run locks the same row, so that exactly one of the two sees what the other wrote.
CREATE FUNCTION notify_when_run_ends(_run text, _occasion text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  run runs;
BEGIN
  UPDATE runs r SET end_occasion = _occasion WHERE r.id = _run AND r.end_occasion IS NULL RETURNING r.* INTO run;
  IF run.status = 'completed' THEN
    PERFORM notify_of_finished_run(run);
  END IF;
END $$;

-- As before, and whether somebody is to be notified.
CREATE OR REPLACE FUNCTION write_run_end(run runs, p_output json, p_error_detail text, p_developer_detail text)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE run_contents c
    SET output = p_output, error_detail = p_error_detail, developer_detail = p_developer_detail
    WHERE c.run_id = run.id;
  INSERT INTO outbox (topic, payload) VALUES ('runs.statistics', jsonb_build_object(
    'run_id', run.id, 'account_id', run.account_id, 'agent_id', run.agent_id,
    'agent_name', run.agent_name, 'status', run.status, 'tokens', run.tokens_charged,
    'cost', run.cost, 'ms', run.execution_ms, 'ended_at', run.ended_at,
    'is_by_others', run.is_by_others, 'failed_by_agent', run_failed_by_agent(run),
    'has_end_occasion', run.end_occasion IS NOT NULL));
END $$;

-- A run that failed is notified of in any case.
CREATE FUNCTION notify_of_finished_runs() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM notify_of_finished_run(r)
  FROM taken t JOIN runs r ON r.id = t.payload ->> 'run_id'
  WHERE t.topic = 'runs.statistics' AND t.payload ->> 'status' = 'completed'
    AND (t.payload ->> 'has_end_occasion')::boolean;
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_finished_runs AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION notify_of_finished_runs();
