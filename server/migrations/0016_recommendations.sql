-- Recommendations: what agents mean, and how a wish in words is compared with them.

-- What an agent's words mean as a vector, made by a job once for each version and each change of its words.
-- One row an agent for as long as there is the agent; another state of it or another model replaces what stands here.
CREATE TABLE agent_embeddings (
  agent_id integer PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
  -- The model that made the vector: vectors of two models cannot be compared.
  model text,
  -- The state of the agent that the vector is of: its version, and when its words last changed.
  version_id text COLLATE "C",
  words_changed_at timestamptz,
  -- Of the words, so that a new version with the same words is not embedded again.
  words_sha256 bytea,
  -- One signed byte for each dimension, of a vector of length 1. Null while the first one is being made.
  vector bytea,
  -- When the vector came, which tells nodes what is new since they last looked.
  made_at timestamptz,
  -- Until then one node is making it; where it does not, another takes over.
  claimed_until timestamptz NOT NULL,
  CHECK (num_nulls(model, version_id, words_changed_at, words_sha256, vector, made_at) IN (0, 6))
);
CREATE INDEX agent_embeddings_made_at ON agent_embeddings (made_at);

-- Finds names that hold something like a word.
CREATE INDEX search_documents_name ON search_documents USING gin (name_words gin_trgm_ops);

-- The words of a wish as queries, stop words left out. A word that nobody has used stands for the nearest known ones:
-- the first five of them, as people mistype few words, and each costs a search through all that are known.
CREATE FUNCTION wish_words(words text[]) RETURNS TABLE (place bigint, query tsquery, mended boolean)
  LANGUAGE sql STABLE PARALLEL SAFE ROWS 10 AS $$
  WITH typed AS MATERIALIZED (
    SELECT typed.place, stems || plainto_tsquery('stoa_words', word) AS forms, plain,
      NOT EXISTS (SELECT FROM search_words WHERE search_words.word = plain)
        AND NOT EXISTS (SELECT FROM search_documents WHERE document @@ stems) AS unknown
    FROM unnest(words) WITH ORDINALITY AS typed (word, place),
      LATERAL (SELECT plainto_tsquery('stoa_stems', word) AS stems, left(lower(unaccent(word)), 64) AS plain) AS read
    WHERE numnode(stems) > 0),
  mending AS MATERIALIZED (
    SELECT typed.place, string_agg(plainto_tsquery('stoa_words', near)::text, ' | ')::tsquery AS nearest
    FROM (SELECT * FROM typed WHERE unknown ORDER BY place LIMIT 5) AS typed,
      LATERAL search_corrections(plain, false) AS near
    GROUP BY typed.place)
  SELECT typed.place, forms || coalesce(nearest, ''::tsquery), nearest IS NOT NULL
  FROM typed LEFT JOIN mending USING (place)
$$;

-- How much of the telling words, typing errors and all, an agent's name holds: 0 to 1. Half of a word's letter triples
-- is where likeness begins; words of one or two letters are like everything.
CREATE FUNCTION names_like(words text[]) RETURNS TABLE (agent_id integer, likeness double precision)
  LANGUAGE sql STABLE PARALLEL SAFE SET pg_trgm.word_similarity_threshold = 0.5 AS $$
  WITH telling AS MATERIALIZED (
    SELECT word FROM unnest(words) AS word
    WHERE length(word) >= 3 AND numnode(plainto_tsquery('stoa_stems', word)) > 0)
  SELECT agent_id, sum(word_similarity(word, name_words)) / (SELECT count(*) FROM telling)
  FROM telling JOIN search_documents ON name_words %> word
  GROUP BY agent_id
$$;
