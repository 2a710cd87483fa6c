-- Frees the idempotency key of a run that failed because of the server, for example because the server was stopped
-- (error code internal).
CREATE OR REPLACE FUNCTION free_key_after_our_fault() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM free_idempotency_key(NEW.account_id, NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER runs_ended_by_us AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.error_code = 'internal' AND NEW.depth = 0) EXECUTE FUNCTION free_key_after_our_fault();
