-- Keys that are public: a web page contains one, so that its visitors can chat with an agent at the cost of the key's
-- account. Each has a row in api_keys, so that spending limits, usage and deletion work as for other keys. It has no
-- scopes, and no route of /api/v1 accepts it.
ALTER TABLE api_keys
  ADD COLUMN is_publishable boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT api_keys_named_have_scopes,
  ADD CONSTRAINT api_keys_named_have_scopes CHECK (
    CASE
      WHEN is_publishable THEN name <> 'main' AND scopes IS NOT NULL AND cardinality(scopes) = 0
      WHEN scopes IS NULL THEN name = 'main'
      ELSE name <> 'main' AND cardinality(scopes) > 0
    END);

CREATE TABLE publishable_keys (
  key_id text COLLATE "C" PRIMARY KEY REFERENCES api_keys ON DELETE CASCADE,
  -- The key in plain text: everyone who opens the page can read it.
  publishable_key text COLLATE "C" NOT NULL UNIQUE,
  agent_id integer NOT NULL REFERENCES agents,
  -- The origins of the pages that may show the agent.
  origins text[] NOT NULL CHECK (cardinality(origins) BETWEEN 1 AND 10),
  -- The number of messages that one visitor may send per day.
  visitor_messages integer NOT NULL CHECK (visitor_messages > 0)
);
CREATE INDEX publishable_keys_agent ON publishable_keys (agent_id);

-- The conversations that visitors of web pages began belong to the owner of the key. visitor_hash is the hash of the
-- token with which the visitor continues the conversation.
ALTER TABLE conversations
  ADD COLUMN visitor_key_id text COLLATE "C",
  ADD COLUMN visitor_hash bytea CHECK (octet_length(visitor_hash) = 32),
  ADD CONSTRAINT conversations_visitor CHECK ((visitor_key_id IS NULL) = (visitor_hash IS NULL));
CREATE INDEX conversations_of_visitor ON conversations (visitor_key_id, visitor_hash, created_at DESC)
  WHERE visitor_key_id IS NOT NULL;
