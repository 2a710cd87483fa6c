-- What people say about agents that they have paid for, and what others say about that. An agent's rating is the mean
-- of the reviews that are shown; it is in agent_stats and search_documents, and follows in the same transaction.

-- One per person and agent, for as long as the agent's row exists. A withdrawn review keeps no text but stays, so that
-- what operators decided about it, and who reported it, cannot be removed by writing it again.
CREATE TABLE agent_reviews (
  -- In the order of time. A review that is written again after it was withdrawn has a new id.
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
  -- Withdrawn by its author.
  withdrawn_at timestamptz,
  -- Hidden by an operator; the audit log says who and why.
  hidden_at timestamptz,
  is_shown boolean NOT NULL GENERATED ALWAYS AS (withdrawn_at IS NULL AND hidden_at IS NULL) STORED,
  UNIQUE (agent_id, user_id),
  CHECK ((withdrawn_at IS NULL) = (text <> '')),
  CHECK (num_nulls(reply_text, reply_created_at, reply_updated_at) IN (0, 3)),
  CHECK (withdrawn_at IS NULL OR reply_text IS NULL)
);
-- A page of the newest, and the count of each rating from the index alone.
CREATE INDEX agent_reviews_newest ON agent_reviews (agent_id, id DESC) INCLUDE (rating) WHERE is_shown;

-- Who reported which review, once each, for the operator. Reports stay with the review: an operator's decision depends
-- on them, and they show that a person reports it a second time.
CREATE TABLE review_reports (
  review_id text COLLATE "C" NOT NULL REFERENCES agent_reviews ON UPDATE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  reason text NOT NULL CHECK (reason <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- An operator has decided since.
  closed_at timestamptz,
  PRIMARY KEY (review_id, user_id)
);
-- Few reports wait for an operator, whatever the history.
CREATE INDEX review_reports_open ON review_reports (review_id, created_at DESC) WHERE closed_at IS NULL;
