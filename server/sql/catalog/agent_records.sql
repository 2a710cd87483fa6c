-- Lists agents as operators see them, without their sources and their callers' inputs. Money is in nano-USD.
CREATE OR REPLACE VIEW agent_records AS
  SELECT a.id AS agent_id, a.owner_account_id, a.name, a.created_at, a.is_active, a.archived_at, a.deleted_at,
    a.suspended_at, a.suspension_reason, a.paused_at, a.paused_after_failures, a.paused_after_callers, a.visibility,
    a.framework, v.number AS version, v.state AS version_state, v.manifest,
    (SELECT count(*)::integer FROM agent_versions n WHERE n.agent_id = a.id) AS versions,
    (SELECT p.price_per_token_nano FROM agent_prices p
      WHERE p.agent_id = a.id AND p.effective_from <= now() ORDER BY p.effective_from DESC LIMIT 1) AS price_per_token
  FROM agents a LEFT JOIN agent_versions v ON v.id = a.current_version_id;
