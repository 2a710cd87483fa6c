-- Lists the reports of reviews that await an operator's decision, by agent.
CREATE OR REPLACE VIEW open_reports AS
  SELECT r.agent_id, p.review_id FROM review_reports p JOIN agent_reviews r ON r.id = p.review_id
  WHERE p.closed_at IS NULL;
