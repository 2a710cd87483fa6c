-- Lists the words that agents use, against which typing errors in searches are corrected.
CREATE OR REPLACE VIEW search_vocabulary AS
  SELECT word FROM search_words;
