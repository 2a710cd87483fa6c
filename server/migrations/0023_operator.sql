-- What the people who run a server may stop and put right (issue 5): suspension of agents and of users. Why, by whom and
-- when stands in the audit log; what holds now stands with what it is about.

-- Told to the person. A suspended user has the accounts that they own suspended with them.
ALTER TABLE users
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspension_reason text CHECK (length(suspension_reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT users_suspended CHECK (num_nulls(suspended_at, suspension_reason) IN (0, 2));
-- Few are suspended: looking for them costs nothing.
CREATE INDEX users_suspended ON users (id) WHERE suspended_at IS NOT NULL;

-- The operator's switch, beside the owner's `is_active` and the states of versions (reading 28). Told to the owner.
ALTER TABLE agents
  ADD COLUMN suspended_at timestamptz,
  ADD COLUMN suspension_reason text CHECK (length(suspension_reason) BETWEEN 1 AND 500),
  ADD CONSTRAINT agents_suspended CHECK (num_nulls(suspended_at, suspension_reason) IN (0, 2));
CREATE INDEX agents_suspended ON agents (id) WHERE suspended_at IS NOT NULL;

-- Accounts that nothing is done for: their agents are neither shown nor run, their schedules and webhooks rest.
CREATE VIEW suspended_accounts AS
  SELECT m.account_id FROM users u JOIN memberships m ON m.user_id = u.id
  WHERE u.suspended_at IS NOT NULL AND m.role = 'owner';

-- As before, and whether an operator has suspended the agent, or its owner.
DROP FUNCTION runnable_agent;
CREATE FUNCTION runnable_agent(p_agent_id integer, p_version integer) RETURNS TABLE (
  name text, owner_account_id text, is_active boolean, is_suspended boolean, visibility text, version_id text,
  version integer, version_state text, price_per_token bigint, max_cost_per_run bigint, sponsor_limit bigint,
  p95_tokens double precision
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  agent agents;
BEGIN
  SELECT * INTO agent FROM agents WHERE id = p_agent_id;
  RETURN QUERY
  SELECT agent.name, agent.owner_account_id, agent.is_active,
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

-- Why each act was done, and what it changed; older rows say it in their details, or had nothing to say.
ALTER TABLE audit_log
  ADD COLUMN reason text,
  ADD COLUMN before jsonb,
  ADD COLUMN after jsonb;
CREATE INDEX audit_log_actor ON audit_log (actor, id);
CREATE INDEX audit_log_action ON audit_log (action, id);

-- The kinds stand in the contract, with their words; a second list here would be one more to keep.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (kind ~ '^[a-z_]+$');

-- What runs say of their money beside what the books say. Findings; no row when all is right. The ledger's own sums are
-- looked at by ledger_audit().
CREATE FUNCTION runs_audit() RETURNS TABLE (finding text) LANGUAGE sql STABLE AS $$
  SELECT format('run %s: cost %s, model cost %s, fee %s, net %s; its transfer %s, %s, %s, %s', r.id, r.cost,
      r.model_cost, r.fee, r.net, coalesce(t.gross, 0), coalesce(t.model_cost, 0), coalesce(t.fee, 0),
      coalesce(t.net, 0))
    FROM runs r LEFT JOIN transfers t ON t.run_id = r.id AND t.kind = 'run'
    WHERE r.ended_at IS NOT NULL AND (r.cost, r.model_cost, r.fee, r.net)
      <> (coalesce(t.gross, 0), coalesce(t.model_cost, 0), coalesce(t.fee, 0), coalesce(t.net, 0))
  UNION ALL
  SELECT format('run %s: it has not ended, and is booked', r.id)
    FROM runs r JOIN transfers t ON t.run_id = r.id AND t.kind = 'run'
    WHERE r.ended_at IS NULL
  UNION ALL
  SELECT format('run %s: its hold of %s lives on, and the run has ended or is not there', h.run_id, h.amount)
    FROM holds h LEFT JOIN runs r ON r.id = h.run_id
    WHERE h.state = 'live' AND (r.id IS NULL OR r.ended_at IS NOT NULL)
$$;
