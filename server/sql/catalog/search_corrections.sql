-- Returns known words that are similar to a word that no agent uses: they differ by at most two edits, by one edit if
-- the word has fewer than 6 letters, and by none if it has fewer than 3.
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
