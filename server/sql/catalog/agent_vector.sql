-- Returns a search vector with the stem of each word and the word itself, which a search by prefix needs.
CREATE OR REPLACE FUNCTION agent_vector(words text, weight "char") RETURNS tsvector
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN setweight(to_tsvector('stoa_stems', words) || to_tsvector('stoa_words', words), weight);
