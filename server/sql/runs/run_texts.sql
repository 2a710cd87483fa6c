-- Lists runs with what was said in them: their sealed inputs, outputs and states, which are null once they are
-- deleted.
CREATE OR REPLACE VIEW run_texts AS
  SELECT r.id AS run_id, r.account_id, r.status, r.created_at, r.ended_at, r.cap, c.input, c.output,
    c.error_detail, c.state
  FROM runs r LEFT JOIN run_contents c ON c.run_id = r.id;
