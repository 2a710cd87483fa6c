-- Connectors that people choose for servers which an agent's file does not name: `*`, servers that only a run names,
-- or an address of its author's own network, in whose place the connector stands. NULL: the connector's own service.
ALTER TABLE connector_grants ADD COLUMN stands_for text CHECK (stands_for <> '');

DROP INDEX connector_grants_live;
CREATE UNIQUE INDEX connector_grants_live ON connector_grants (user_id, agent_id, connector_id, stands_for)
  NULLS NOT DISTINCT WHERE revoked_at IS NULL;
