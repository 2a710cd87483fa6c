-- Lists agents by name, with what their current versions get of the earlier turns of a conversation; null for nothing.
CREATE OR REPLACE VIEW agent_memories AS
  SELECT a.id AS agent_id, a.name, v.entry ->> 'memory' AS memory
  FROM agents a LEFT JOIN agent_versions v ON v.id = a.current_version_id;
