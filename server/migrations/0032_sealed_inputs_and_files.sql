-- Inputs of schedules, and the questions and answers of waiting runs, become bytes that the server encrypts, as in
-- 0023_sealed_content.sql.
ALTER TABLE schedules ALTER COLUMN input TYPE bytea USING '\x00'::bytea || convert_to(input::text, 'UTF8');
CREATE INDEX schedules_unsealed ON schedules (id) WHERE substring(input FROM 1 FOR 1) = '\x00'::bytea;

ALTER TABLE run_waits
  ALTER COLUMN asks TYPE bytea USING '\x00'::bytea || convert_to(asks, 'UTF8'),
  ALTER COLUMN answer TYPE bytea USING '\x00'::bytea || convert_to(answer, 'UTF8');
CREATE INDEX run_waits_unsealed ON run_waits (token_hash) WHERE substring(asks FROM 1 FOR 1) = '\x00'::bytea;

-- The key that encrypts a file's content and preview, itself encrypted by the server; null for a file whose content is
-- stored as it is. A job encrypts those files.
ALTER TABLE files ADD COLUMN sealed_key bytea;
CREATE INDEX files_unsealed ON files (id) WHERE sealed_key IS NULL AND state = 'stored';
