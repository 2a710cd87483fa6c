-- Refuses to change or remove rows of the audit log, even by mistake.
CREATE OR REPLACE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
