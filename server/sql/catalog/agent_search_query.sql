-- Converts plain words (letters and digits only) to a query. All of them must occur. The last word may be unfinished. A
-- word that no agent uses is replaced by the most similar known words.
CREATE OR REPLACE FUNCTION agent_search_query(words text[]) RETURNS tsquery
  LANGUAGE plpgsql STABLE PARALLEL SAFE AS $$
DECLARE
  wanted tsquery := ''::tsquery;
  nothing_but_stop_words constant boolean := numnode(plainto_tsquery('stoa_stems', array_to_string(words, ' '))) = 0;
  stems tsquery;
  forms tsquery;
  plain text;
  unfinished boolean;
BEGIN
  FOR place IN 1 .. cardinality(words) LOOP
    plain := left(lower(unaccent(words[place])), 64);
    -- Nearly every word begins with a given letter, so a prefix search needs at least two.
    unfinished := place = cardinality(words) AND length(plain) >= 2;
    stems := plainto_tsquery('stoa_stems', words[place]);
    CONTINUE WHEN numnode(stems) = 0 AND NOT nothing_but_stop_words;
    forms := stems || CASE
      WHEN unfinished THEN to_tsquery('stoa_words', quote_literal(words[place]) || ':*')
      ELSE plainto_tsquery('stoa_words', words[place]) END;
    IF NOT EXISTS (
      SELECT FROM search_words
      WHERE word = plain OR (unfinished AND word >= plain AND word < plain || chr(1114111))
    ) THEN
      SELECT forms || coalesce(string_agg(plainto_tsquery('stoa_words', word)::text, ' | ')::tsquery, ''::tsquery)
        INTO forms FROM search_corrections(plain, unfinished) AS word;
    END IF;
    wanted := wanted && forms;
  END LOOP;
  RETURN wanted;
END $$;
