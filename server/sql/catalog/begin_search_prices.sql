-- Updates the prices that the marketplace sorts and filters by, and returns how many changed. It waits for no lock: if
-- another transaction writes a document, that transaction or the next call updates its price.
CREATE OR REPLACE FUNCTION begin_search_prices() RETURNS bigint LANGUAGE sql AS $$
  WITH due AS (
    SELECT agent_id FROM search_documents WHERE price_until <= now()
    ORDER BY agent_id FOR NO KEY UPDATE SKIP LOCKED
  ), begun AS (
    UPDATE search_documents d SET
      price_per_token_nano = (SELECT p.price_per_token_nano FROM agent_prices p
        WHERE p.agent_id = d.agent_id AND p.effective_from <= now() ORDER BY p.effective_from DESC LIMIT 1),
      price_until = (SELECT min(p.effective_from) FROM agent_prices p
        WHERE p.agent_id = d.agent_id AND p.effective_from > now())
    FROM due WHERE d.agent_id = due.agent_id RETURNING 1
  )
  SELECT count(*) FROM begun
$$;
