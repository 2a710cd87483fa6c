-- Returns the words of a search as queries, without stop words. A word that no agent uses is replaced by the
-- nearest known ones, for the first five such words: people mistype few words, and each costs a search through all
-- known words.
CREATE OR REPLACE FUNCTION query_words(words text[]) RETURNS TABLE (place bigint, query tsquery, corrected boolean)
  LANGUAGE sql STABLE PARALLEL SAFE ROWS 10 AS $$
  WITH typed AS MATERIALIZED (
    SELECT typed.place, stems || plainto_tsquery('stoa_words', word) AS forms, plain,
      NOT EXISTS (SELECT FROM search_vocabulary v WHERE v.word = plain)
        AND NOT EXISTS (SELECT FROM listed_agents WHERE document @@ stems) AS unknown
    FROM unnest(words) WITH ORDINALITY AS typed (word, place),
      LATERAL (SELECT plainto_tsquery('stoa_stems', word) AS stems, left(lower(unaccent(word)), 64) AS plain) AS read
    WHERE numnode(stems) > 0),
  corrections AS MATERIALIZED (
    SELECT typed.place, string_agg(plainto_tsquery('stoa_words', near)::text, ' | ')::tsquery AS nearest
    FROM (SELECT * FROM typed WHERE unknown ORDER BY place LIMIT 5) AS typed,
      LATERAL search_corrections(plain, false) AS near
    GROUP BY typed.place)
  SELECT typed.place, forms || coalesce(nearest, ''::tsquery), nearest IS NOT NULL
  FROM typed LEFT JOIN corrections USING (place)
$$;
