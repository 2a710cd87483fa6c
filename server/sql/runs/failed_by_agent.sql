-- Returns whether an ended run failed through its agent, according to the payload of its outbox row.
CREATE OR REPLACE FUNCTION failed_by_agent(payload jsonb) RETURNS boolean LANGUAGE sql STABLE
RETURN coalesce((payload ->> 'failed_by_agent')::boolean, false);
