-- Returns the share of the significant words, including those with typing errors, that an agent's name contains: 0 to
-- 1. A word counts if the name contains at least half of its letter triples. Words of one or two letters are left out,
-- because they are similar to everything.
CREATE OR REPLACE FUNCTION names_like(words text[]) RETURNS TABLE (agent_id integer, likeness double precision)
  LANGUAGE sql STABLE PARALLEL SAFE SET pg_trgm.word_similarity_threshold = 0.5 AS $$
  WITH telling AS MATERIALIZED (
    SELECT word FROM unnest(words) AS word
    WHERE length(word) >= 3 AND numnode(plainto_tsquery('stoa_stems', word)) > 0)
  SELECT agent_id, sum(word_similarity(word, name_words)) / (SELECT count(*) FROM telling)
  FROM telling JOIN listed_agents ON name_words %> word
  GROUP BY agent_id
$$;
