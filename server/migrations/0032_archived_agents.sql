-- Agents that their owners put away, for a while or for ever.

ALTER TABLE agents
  -- In no list and not run, and not counted by the plan's limit, until its owner takes it back.
  ADD COLUMN archived_at timestamptz,
  -- The row stays, because runs and books name it by its id; what it held is erased.
  ADD COLUMN deleted_at timestamptz;

DROP INDEX agents_owner_name_key;
CREATE UNIQUE INDEX agents_owner_name_key ON agents (owner_account_id, lower(name)) WHERE deleted_at IS NULL;

CREATE FUNCTION agent_is_deleted(p_agent_id integer) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM agents WHERE id = p_agent_id AND deleted_at IS NOT NULL);

-- Versions of a deleted agent are erased; all others stay as they are.
DROP TRIGGER agent_versions_immutable ON agent_versions;
CREATE TRIGGER agent_versions_immutable BEFORE UPDATE OF source, filename, entry, input_schema, manifest, examples, notes
  ON agent_versions FOR EACH ROW WHEN (NOT agent_is_deleted(OLD.agent_id)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agent_versions_identity_immutable BEFORE UPDATE OF id, agent_id, number, source_sha256, framework,
    agent_type, environment_digest, created_at
  ON agent_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether anybody but its owner was ever charged for the agent, or may yet be: by the figures of its hours, by what still
-- waits to be folded into them, and by runs that have not ended.
CREATE FUNCTION agent_was_charged_to_others(agent agents) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM run_stats_hourly h
      WHERE h.agent_id = agent.id AND h.account_id <> agent.owner_account_id AND h.cost > 0)
    OR EXISTS (SELECT FROM outbox o
      WHERE o.topic = 'runs.statistics' AND (o.payload ->> 'agent_id')::integer = agent.id
        AND o.payload ->> 'account_id' <> agent.owner_account_id AND (o.payload ->> 'cost')::bigint > 0);
CREATE FUNCTION agent_is_run_by_others(agent agents) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM runs r
      WHERE r.agent_id = agent.id AND r.account_id <> agent.owner_account_id AND r.status IN ('queued', 'running'));

-- As before, and whether its owner has archived the agent. A deleted one is not there.
DROP FUNCTION runnable_agent;
CREATE FUNCTION runnable_agent(p_agent_id integer, p_version integer) RETURNS TABLE (
  name text, owner_account_id text, is_active boolean, is_archived boolean, is_suspended boolean, visibility text,
  version_id text, version integer, version_state text, price_per_token bigint, max_cost_per_run bigint,
  sponsor_limit bigint, p95_tokens double precision
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  agent agents;
BEGIN
  SELECT * INTO agent FROM agents WHERE id = p_agent_id AND deleted_at IS NULL;
  RETURN QUERY
  SELECT agent.name, agent.owner_account_id, agent.is_active, agent.archived_at IS NOT NULL,
    agent.suspended_at IS NOT NULL
      OR EXISTS (SELECT FROM suspended_accounts s WHERE s.account_id = agent.owner_account_id),
    agent.visibility, v.id, v.number, v.state,
    (SELECT p.price_per_token_nano FROM agent_prices p
      WHERE p.agent_id = p_agent_id AND p.effective_from <= now() ORDER BY p.effective_from DESC LIMIT 1),
    agent.max_cost_per_run, agent.sponsor_limit,
    (SELECT s.p95_tokens FROM agent_stats s WHERE s.agent_id = p_agent_id)
  FROM agent_versions v
  WHERE v.agent_id = agent.id
    AND v.id = coalesce((SELECT n.id FROM agent_versions n WHERE n.agent_id = p_agent_id AND n.number = p_version),
      CASE WHEN p_version IS NULL THEN agent.current_version_id END);
END $$;
