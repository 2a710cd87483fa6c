-- Sets the ratings of agents: each mean (null without a review) and number of reviews belongs to the agent at the same
-- position. Search documents are locked before figures, each in the order of ids, because the job that writes other
-- figures into both tables locks them in the same order.
CREATE OR REPLACE FUNCTION set_agent_ratings(_ids integer[], _means double precision[], _numbers integer[])
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM search_documents WHERE agent_id = ANY (_ids) ORDER BY agent_id FOR NO KEY UPDATE;
  UPDATE search_documents d SET rating = rated.mean
    FROM unnest(_ids, _means) AS rated (agent_id, mean)
    WHERE d.agent_id = rated.agent_id AND d.rating IS DISTINCT FROM rated.mean;
  INSERT INTO agent_stats AS s (agent_id, rating, reviews)
    SELECT agent_id, mean, number FROM unnest(_ids, _means, _numbers) AS rated (agent_id, mean, number)
    ORDER BY agent_id
    ON CONFLICT (agent_id) DO UPDATE SET rating = excluded.rating, reviews = excluded.reviews, updated_at = now()
      WHERE (s.rating, s.reviews) IS DISTINCT FROM (excluded.rating, excluded.reviews);
END $$;
