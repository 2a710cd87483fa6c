-- What people say of agents that they have paid for, and what others say of that. An agent's rating is the mean of
-- the reviews that are shown; it stands in agent_stats and search_documents, and follows in the same transaction.

-- One per person and agent, for as long as the agent's row is there. One that its author has taken back keeps no words
-- but stays, so that what operators decided about it, and who reported it, cannot be shaken off by writing it again.
CREATE TABLE agent_reviews (
  -- In the order of time. Written again after it was taken back it is a new review, with a new id.
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('rev'),
  agent_id integer NOT NULL REFERENCES agents,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The developer's reply, one for each review.
  reply_text text,
  reply_created_at timestamptz,
  reply_updated_at timestamptz,
  -- Taken back by its author.
  withdrawn_at timestamptz,
  -- Taken down by an operator; who and why stands in the audit log.
  hidden_at timestamptz,
  is_shown boolean NOT NULL GENERATED ALWAYS AS (withdrawn_at IS NULL AND hidden_at IS NULL) STORED,
  UNIQUE (agent_id, user_id),
  CHECK ((withdrawn_at IS NULL) = (text <> '')),
  CHECK (num_nulls(reply_text, reply_created_at, reply_updated_at) IN (0, 3)),
  CHECK (withdrawn_at IS NULL OR reply_text IS NULL)
);
-- A page of the newest, and the count of each rating from the index alone.
CREATE INDEX agent_reviews_newest ON agent_reviews (agent_id, id DESC) INCLUDE (rating) WHERE is_shown;

-- Who reported which review, once each, for the operator. They stay with the review: an operator's decision rests on
-- them, and they are how a second report of the same person is known.
CREATE TABLE review_reports (
  review_id text COLLATE "C" NOT NULL REFERENCES agent_reviews ON UPDATE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  reason text NOT NULL CHECK (reason <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An operator has decided since.
  closed_at timestamptz,
  PRIMARY KEY (review_id, user_id)
);
-- What waits for an operator is little, whatever there has been.
CREATE INDEX review_reports_open ON review_reports (review_id, created_at DESC) WHERE closed_at IS NULL;

-- Counts the shown reviews of agents anew: some milliseconds for 10,000, from the index. The agents' rows are locked
-- first, so that reviews at the same moment count one another, and so that a change of an agent, which locks it too, does
-- not write an older rating into its search document afterwards. Then the documents, and only then the figures, each
-- in the order of ids: the job that writes other figures into both takes them in this order.
CREATE FUNCTION rate_agents(p_agent_ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
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

CREATE FUNCTION rate_newly_reviewed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rate_agents(array_agg(DISTINCT agent_id)) FROM written HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE FUNCTION rate_reviewed_otherwise() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rate_agents(array_agg(DISTINCT w.agent_id))
    FROM written w JOIN replaced r ON r.agent_id = w.agent_id AND r.user_id = w.user_id
    WHERE (r.rating, r.is_shown) IS DISTINCT FROM (w.rating, w.is_shown) HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE TRIGGER agent_reviews_rate_new AFTER INSERT ON agent_reviews
  REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION rate_newly_reviewed();
CREATE TRIGGER agent_reviews_rate_changed AFTER UPDATE ON agent_reviews
  REFERENCING OLD TABLE AS replaced NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION rate_reviewed_otherwise();
