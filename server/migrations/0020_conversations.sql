-- Conversations of a person with an agent. A turn is a run: its message and answer are the run's contents, which are kept
-- as long as those of other runs.
CREATE TABLE conversations (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('conv'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  agent_id integer NOT NULL REFERENCES agents,
  title text CHECK (length(title) BETWEEN 1 AND 120),
  -- The maximum total cost, in nano-USD.
  max_cost bigint CHECK (max_cost >= 0),
  turns integer NOT NULL DEFAULT 0 CHECK (turns >= 0),
  -- The turn after which the conversation continues.
  current_turn integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX conversations_of_person ON conversations (user_id, updated_at DESC, id DESC);
CREATE INDEX conversations_account ON conversations (account_id);
CREATE INDEX conversations_agent ON conversations (agent_id);

-- The turns of a conversation form a tree: editing a turn adds another one with the same parent. A branch has copies of
-- the rows of its origin, with the same runs.
CREATE TABLE conversation_turns (
  conversation_id text COLLATE "C" NOT NULL REFERENCES conversations ON DELETE CASCADE,
  turn integer NOT NULL CHECK (turn > 0),
  parent integer CHECK (parent < turn),
  -- Runs are partitioned by month, so this is not a foreign key.
  run_id text COLLATE "C" NOT NULL,
  -- The tokens of the message and, once a later turn has counted them, of the answer.
  message_tokens integer NOT NULL CHECK (message_tokens >= 0),
  answer_tokens integer CHECK (answer_tokens >= 0),
  PRIMARY KEY (conversation_id, turn)
);
CREATE INDEX conversation_turns_run ON conversation_turns (run_id);

-- Links with which anyone can read a conversation up to a turn. The table has only the hash of a link's token, so that a
-- person who reads the table cannot read any conversation.
CREATE TABLE conversation_links (
  conversation_id text COLLATE "C" PRIMARY KEY REFERENCES conversations ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  last_turn integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What an agent keeps for the next turn of its conversation. Only the agent understands it.
ALTER TABLE run_contents ADD COLUMN state text;
