-- Updates the ratings of agents if the rating or visibility of one of their reviews has changed.
CREATE OR REPLACE FUNCTION rate_reviewed_otherwise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rate_agents(array_agg(DISTINCT w.agent_id))
    FROM written w JOIN replaced r ON r.agent_id = w.agent_id AND r.user_id = w.user_id
    WHERE (r.rating, r.is_shown) IS DISTINCT FROM (w.rating, w.is_shown) HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER agent_reviews_rate_changed AFTER UPDATE ON agent_reviews
  REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION rate_reviewed_otherwise();
