-- What differs between versions, told by digests: inputs and examples may be as large as the file that declares them,
-- and a list of versions compared them again for every visitor (a second for forty hostile ones).
-- In the order inputs, models, connectors, called agents, examples.
ALTER TABLE agent_versions ADD COLUMN part_digests text[] NOT NULL GENERATED ALWAYS AS (ARRAY[
  md5(input_schema::text),
  md5(coalesce(manifest -> 'models', '[]')::text),
  md5(coalesce(manifest -> 'connectors', '[]')::text),
  md5(coalesce(manifest -> 'agents', '[]')::text),
  md5(examples::text)
]) STORED;
