-- Returns known words that are at most two edits (one in a short word) from a word that no agent uses.
CREATE OR REPLACE FUNCTION search_corrections(typed text, unfinished boolean) RETURNS SETOF text
  LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT word
  FROM (
    SELECT word, least(
        levenshtein_less_equal(word, typed, 2),
        CASE WHEN unfinished THEN levenshtein_less_equal(left(word, length(typed)), typed, 2) END) AS distance
    FROM search_words
    WHERE word % typed AND length(word) <= 64
  ) AS near
  WHERE distance <= CASE WHEN length(typed) < 3 THEN 0 WHEN length(typed) < 6 THEN 1 ELSE 2 END
  ORDER BY distance, word
  LIMIT 5
$$;
