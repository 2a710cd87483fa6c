-- Updates the ratings of agents from their shown reviews: a few milliseconds for 10,000, from the index. The agents'
-- rows are locked first, so that simultaneous reviews count one another, and so that a change of an agent, which
-- locks its row too, does not write an older rating into its search document afterwards.
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
