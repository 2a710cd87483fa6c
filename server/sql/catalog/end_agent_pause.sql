-- Ends an automatic pause when the owner activates or deactivates the agent, or when another version becomes current. A
-- new current version also activates the agent.
CREATE OR REPLACE FUNCTION end_agent_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.paused_at := NULL;
  NEW.paused_after_failures := NULL;
  NEW.paused_after_callers := NULL;
  NEW.failures_forgiven_at := clock_timestamp();
  NEW.is_active := NEW.is_active OR NEW.current_version_id IS DISTINCT FROM OLD.current_version_id;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER agents_end_pause BEFORE UPDATE OF is_active, current_version_id ON agents FOR EACH ROW
  WHEN (OLD.paused_at IS NOT NULL) EXECUTE FUNCTION end_agent_pause();
