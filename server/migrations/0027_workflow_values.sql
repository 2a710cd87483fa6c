-- What runs of a workflow keep for their caller from one to the next: chat memory, vectors, static data, data tables.

-- Of an agent and one caller's account. Values are JSON as the workflow wrote it; nobody looks into them here.
CREATE TABLE workflow_values (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  agent_id integer NOT NULL REFERENCES agents,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('memory', 'vectors', 'static', 'table')),
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 512),
  value text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, agent_id, kind, key)
);

-- What goes with an agent whose developer leaves.
CREATE INDEX workflow_values_agent ON workflow_values (agent_id);
