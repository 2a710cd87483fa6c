-- Updates the ratings of agents from their visible reviews. The index makes this a few milliseconds for 10,000 reviews.
-- The agents' rows are locked first, so that concurrent reviews are all counted, and so that a concurrent change of the
-- agent, which locks the same row, cannot write an older rating into its search document.
CREATE OR REPLACE FUNCTION rate_agents(p_agent_ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_agents(p_agent_ids);
  PERFORM set_agent_ratings(array_agg(rated.agent_id), array_agg(rated.mean), array_agg(rated.number))
  FROM (
    SELECT a.agent_id, sum(r.rating)::double precision / nullif(count(r.rating), 0) AS mean,
      count(r.rating)::integer AS number
    FROM unnest(p_agent_ids) AS a (agent_id)
    LEFT JOIN agent_reviews r ON r.agent_id = a.agent_id AND r.is_shown
    GROUP BY a.agent_id
  ) rated;
END $$;
