-- Lists the conversations that contain a run: usually one, and more if a person has branched one.
CREATE OR REPLACE VIEW run_conversations AS
  SELECT t.run_id, t.conversation_id, c.created_at
  FROM conversation_turns t JOIN conversations c ON c.id = t.conversation_id;
