-- Records an action in the audit log.
CREATE OR REPLACE FUNCTION write_audit_log(_actor text, _action text, _subject text, _details jsonb) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO audit_log (actor, action, subject, details) VALUES (_actor, _action, _subject, _details)
$$;
