-- Lists the agents that the marketplace finds, with the columns that searches compare.
CREATE OR REPLACE VIEW listed_agents AS
  SELECT agent_id, owner_account_id, visibility, category, price_per_token_nano, executions, rating, median_ms,
    name_words, heading, document
  FROM search_documents;
