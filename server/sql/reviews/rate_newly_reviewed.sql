-- Updates the ratings of agents that got a new review.
CREATE OR REPLACE FUNCTION rate_newly_reviewed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rate_agents(array_agg(DISTINCT agent_id)) FROM written HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER agent_reviews_rate_new AFTER INSERT ON agent_reviews
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION rate_newly_reviewed();
