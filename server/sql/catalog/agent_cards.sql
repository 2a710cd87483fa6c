-- Lists agents as other modules show them, including deleted agents.
CREATE OR REPLACE VIEW agent_cards AS
  SELECT id AS agent_id, owner_account_id, name, visibility, deleted_at FROM agents;
