-- Rows of the audit log are facts: nobody changes or removes them, not even by mistake.
CREATE OR REPLACE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
