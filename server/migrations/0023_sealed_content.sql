-- What people and agents write becomes bytes that the server encrypts (docs/decisions/content-encryption.md). The first
-- byte is the format. SQL cannot encrypt, so existing text gets the format 0 and stays readable; a job of the server
-- encrypts it. The indexes are empty once that is done.
DROP VIEW IF EXISTS run_texts;
DROP VIEW IF EXISTS unexpired_values;

-- The index is on the plain text. Nothing can search encrypted tasks in the database.
DROP INDEX run_contents_task;
ALTER TABLE run_contents
  ALTER COLUMN task TYPE bytea USING '\x00'::bytea || convert_to(task, 'UTF8'),
  ALTER COLUMN input TYPE bytea USING '\x00'::bytea || convert_to(input::text, 'UTF8'),
  ALTER COLUMN output TYPE bytea USING '\x00'::bytea || convert_to(output::text, 'UTF8'),
  ALTER COLUMN error_detail TYPE bytea USING '\x00'::bytea || convert_to(error_detail, 'UTF8'),
  ALTER COLUMN developer_detail TYPE bytea USING '\x00'::bytea || convert_to(developer_detail, 'UTF8'),
  ALTER COLUMN state TYPE bytea USING '\x00'::bytea || convert_to(state, 'UTF8');
CREATE INDEX run_contents_unsealed ON run_contents (run_id) WHERE substring(input FROM 1 FOR 1) = '\x00'::bytea;

-- Whether the event is a call to a service that the service, or Stoa, refused. An agent is not blamed for the failure of
-- such a run, which is decided in SQL.
ALTER TABLE run_events ADD COLUMN is_refusal boolean NOT NULL DEFAULT false;
-- PostgreSQL cannot read fields of a JSON text with U+0000. The condition before them is checked first, because CASE keeps
-- the order.
UPDATE run_events SET is_refusal = true
  WHERE kind = 'connector_call' AND CASE WHEN payload::text LIKE '%\\u0000%' THEN false
    ELSE payload ->> 'outcome' <> 'answered' OR (payload ->> 'status')::integer IN (401, 402, 403, 429)
      OR (payload ->> 'status')::integer >= 500 END;
ALTER TABLE run_events ALTER COLUMN payload TYPE bytea USING '\x00'::bytea || convert_to(payload::text, 'UTF8');
CREATE INDEX run_events_unsealed ON run_events (run_id, seq) WHERE substring(payload FROM 1 FOR 1) = '\x00'::bytea;

ALTER TABLE model_call_contents
  ALTER COLUMN content TYPE bytea USING '\x00'::bytea || convert_to(content::text, 'UTF8');
CREATE INDEX model_call_contents_unsealed ON model_call_contents (run_id, call_id)
  WHERE substring(content FROM 1 FOR 1) = '\x00'::bytea;

-- The size of key and value before the value is encrypted, which the limits of a store count.
ALTER TABLE remembered_values ADD COLUMN bytes integer CHECK (bytes > 0);
UPDATE remembered_values SET bytes = octet_length(key) + octet_length(value);
ALTER TABLE remembered_values
  ALTER COLUMN bytes SET NOT NULL,
  ALTER COLUMN value TYPE bytea USING '\x00'::bytea || convert_to(value, 'UTF8');
CREATE INDEX remembered_values_unsealed ON remembered_values (store_id, key)
  WHERE substring(value FROM 1 FOR 1) = '\x00'::bytea;

-- The size of the value before it is encrypted, which the limits of an account count.
ALTER TABLE workflow_values ADD COLUMN bytes integer CHECK (bytes >= 0);
UPDATE workflow_values SET bytes = octet_length(value);
ALTER TABLE workflow_values
  ALTER COLUMN bytes SET NOT NULL,
  ALTER COLUMN value TYPE bytea USING '\x00'::bytea || convert_to(value, 'UTF8');
CREATE INDEX workflow_values_unsealed ON workflow_values (account_id, agent_id, kind, key)
  WHERE substring(value FROM 1 FOR 1) = '\x00'::bytea;

-- The length of titles is checked before they are encrypted.
ALTER TABLE conversations
  DROP CONSTRAINT conversations_title_check,
  ALTER COLUMN title TYPE bytea USING '\x00'::bytea || convert_to(title, 'UTF8');
CREATE INDEX conversations_unsealed ON conversations (id) WHERE substring(title FROM 1 FOR 1) = '\x00'::bytea;
