-- Credentials of services, and the access to them that people allow agents.

-- A person's credential for a service.
CREATE TABLE connectors (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('con'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  service_name text NOT NULL,
  credential_kind text NOT NULL CHECK (credential_kind IN ('api_key', 'bot_token', 'access_token', 'oauth')),
  sealed_credential bytea NOT NULL,
  sealed_config bytea NOT NULL,
  sealed_refresh_token bytea,
  credential_expires_at timestamptz,
  usage_quota bigint CHECK (usage_quota >= 0),
  current_usage bigint NOT NULL DEFAULT 0 CHECK (current_usage >= 0),
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The month that current_usage counts. Usage is read and counted together with its month, so that no job has to reset
  -- it at midnight.
  usage_month date NOT NULL DEFAULT utc_month(),
  -- A person has one connector per service.
  UNIQUE (user_id, service_name)
);

-- The access to a connector that a person allows an agent: methods and paths, read-only by default. A manifest that
-- declares more, or a new owner of the agent, requires a new grant, so both are in the row.
CREATE TABLE connector_grants (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('grt'),
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  agent_id integer NOT NULL REFERENCES agents,
  agent_owner_account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  connector_id text COLLATE "C" NOT NULL REFERENCES connectors ON DELETE CASCADE,
  manifest jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  -- The server that the connector replaces, if the agent's file does not name the connector's own service: `*` for
  -- servers that only a run names, or a URL in the author's own network. NULL means the connector's own service.
  stands_for text CHECK (stands_for <> '')
);
CREATE UNIQUE INDEX connector_grants_live ON connector_grants (user_id, agent_id, connector_id, stands_for)
  NULLS NOT DISTINCT WHERE revoked_at IS NULL;
