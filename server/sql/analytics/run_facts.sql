-- Returns the figures of ended runs, read from the payloads of their outbox rows. Each run appears once for its agent,
-- and once as agent 0 for all agents of its developer, because the distinct users and percentiles of a developer are
-- not sums over the agents. Runs of a developer's own agents have no user.
CREATE OR REPLACE FUNCTION run_facts(payloads jsonb[])
 RETURNS TABLE(developer_account_id text, agent_id integer, day date, succeeded bigint, failed bigint, tokens bigint, bucket smallint, user_account_id text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT a.owner_account_id, counted.agent_id, (r.ended_at AT TIME ZONE 'UTC')::date,
    (r.status = 'completed')::integer::bigint, failed_by_agent(p)::integer::bigint, r.tokens,
    CASE WHEN r.status = 'completed' THEN duration_bucket(r.ms) END, nullif(r.account_id, a.owner_account_id)
  FROM unnest(payloads) p,
    jsonb_to_record(p) AS r (agent_id integer, account_id text, status text, tokens bigint, ms integer, ended_at timestamptz)
  JOIN agent_cards a ON a.agent_id = r.agent_id
  CROSS JOIN LATERAL (VALUES (a.agent_id), (0)) counted (agent_id)
$function$;
