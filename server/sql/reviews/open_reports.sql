-- Lists, for each agent, the reports of its reviews that await an operator's decision.
CREATE OR REPLACE VIEW open_reports AS
  SELECT r.agent_id, p.review_id FROM review_reports p JOIN agent_reviews r ON r.id = p.review_id
  WHERE p.closed_at IS NULL;
