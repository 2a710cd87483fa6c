-- Reviews of agents by people who have paid for them, with replies and reports. An agent's rating is the mean of the
-- visible reviews. It is stored in agent_stats and search_documents, and is updated in the same transaction.

-- Each person has one review per agent, for as long as the agent's row exists. A withdrawn review keeps no text but its
-- row stays, so that writing it again cannot remove the operators' decisions and the reports about it.
CREATE TABLE agent_reviews (
  -- Ids are in the order of time. A review that is written again after it was withdrawn has a new id.
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('rev'),
  agent_id integer NOT NULL REFERENCES agents,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- The developer's reply. Each review has at most one.
  reply_text text,
  reply_created_at timestamptz,
  reply_updated_at timestamptz,
  -- When the author withdrew the review.
  withdrawn_at timestamptz,
  -- When an operator hid the review. The audit log has the operator and the reason.
  hidden_at timestamptz,
  is_shown boolean NOT NULL GENERATED ALWAYS AS (withdrawn_at IS NULL AND hidden_at IS NULL) STORED,
  UNIQUE (agent_id, user_id),
  CHECK ((withdrawn_at IS NULL) = (text <> '')),
  CHECK (num_nulls(reply_text, reply_created_at, reply_updated_at) IN (0, 3)),
  CHECK (withdrawn_at IS NULL OR reply_text IS NULL)
);
-- Provides a page of the newest reviews, and the count of each rating from the index alone.
CREATE INDEX agent_reviews_newest ON agent_reviews (agent_id, id DESC) INCLUDE (rating) WHERE is_shown;

-- Reports of reviews, one per person and review, for the operator. Reports stay with the review, because an operator's
-- decision depends on them and because they show whether a person reports it a second time.
CREATE TABLE review_reports (
  review_id text COLLATE "C" NOT NULL REFERENCES agent_reviews ON UPDATE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  reason text NOT NULL CHECK (reason <> ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When an operator decided on the report.
  closed_at timestamptz,
  PRIMARY KEY (review_id, user_id)
);
-- Few reports wait for an operator, regardless of the history.
CREATE INDEX review_reports_open ON review_reports (review_id, created_at DESC) WHERE closed_at IS NULL;
