-- Keeps an uploaded version unchanged. Its content is erased only after its agent was deleted.
CREATE OR REPLACE TRIGGER agent_versions_immutable BEFORE UPDATE OF source, filename, entry, input_schema, manifest, examples, notes
  ON agent_versions FOR EACH ROW WHEN (NOT agent_is_deleted(OLD.agent_id)) EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER agent_versions_kept BEFORE DELETE OR TRUNCATE ON agent_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER agent_versions_identity_immutable BEFORE UPDATE OF id, agent_id, number, source_sha256, framework,
    agent_type, environment_digest, created_at
  ON agent_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
