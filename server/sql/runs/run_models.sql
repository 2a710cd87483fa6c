-- Lists how often each run called each model.
CREATE OR REPLACE VIEW run_models AS
  SELECT run_id, model_answered AS model, count(*) AS calls FROM model_calls GROUP BY run_id, model_answered;
