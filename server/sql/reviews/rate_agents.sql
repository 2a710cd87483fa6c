-- Updates the ratings of agents from their shown reviews: a few milliseconds for 10,000, from the index. The agents'
-- rows are locked first, so that reviews at the same moment count one another, and so that a change of an agent, which
-- locks its row too, does not write an older rating into its search document afterwards. Then come the documents, and
-- only then the figures, each in the order of ids: the job that writes other figures into both takes them in this
-- order.
CREATE OR REPLACE FUNCTION rate_agents(p_agent_ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM agents WHERE id = ANY (p_agent_ids) ORDER BY id FOR NO KEY UPDATE;
  PERFORM FROM search_documents WHERE agent_id = ANY (p_agent_ids) ORDER BY agent_id FOR NO KEY UPDATE;
  WITH rated AS MATERIALIZED (
    SELECT a.agent_id, sum(r.rating)::double precision / nullif(count(r.rating), 0) AS mean, count(r.rating) AS number
    FROM unnest(p_agent_ids) AS a (agent_id)
    LEFT JOIN agent_reviews r ON r.agent_id = a.agent_id AND r.is_shown
    GROUP BY a.agent_id
  ), documents AS (
    UPDATE search_documents d SET rating = rated.mean FROM rated
    WHERE d.agent_id = rated.agent_id AND d.rating IS DISTINCT FROM rated.mean
  )
  INSERT INTO agent_stats AS s (agent_id, rating, reviews)
  SELECT agent_id, mean, number FROM rated ORDER BY agent_id
  ON CONFLICT (agent_id) DO UPDATE SET rating = excluded.rating, reviews = excluded.reviews, updated_at = now()
    WHERE (s.rating, s.reviews) IS DISTINCT FROM (excluded.rating, excluded.reviews);
END $$;
