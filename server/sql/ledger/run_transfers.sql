-- Lists the transfers of runs, in nano-USD: charges, failure charges and their reversals.
CREATE OR REPLACE VIEW run_transfers AS
  SELECT id AS transfer_id, run_id, kind, reverses_id, gross, model_cost, fee, net, created_at
  FROM transfers WHERE run_id IS NOT NULL;
