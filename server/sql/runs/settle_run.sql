-- Ends a run: settles its money, and writes its row, its contents, the events that are not stored
-- yet, and the outbox row for the statistics. If the caller has received nothing of a run that was
-- canceled or ran out of time (p_is_delivered is false), it costs nothing unless its log was read.
-- Nobody sponsors a run that delivered nothing. p_free_losses is the amount per day that the
-- platform pays for an account's failed runs; it is NULL for a run that failed because of the
-- server. Amounts are nano-USD. Returns the run as its caller sees it. Raises RN001 if the run does
-- not belong to this epoch. The function's plans are cached: planning them for each run took a
-- quarter of a settlement's time.
CREATE OR REPLACE FUNCTION settle_run(
  p_run_id text, p_epoch bigint, p_status text, p_stop_reason text, p_error_code text,
  p_tokens_metered bigint, p_tokens_charged bigint, p_cost bigint, p_model_cost bigint, p_is_delivered boolean,
  p_free_losses bigint,
  p_execution_ms integer, p_last_seq integer,
  p_output bytea, p_error_detail bytea, p_developer_detail bytea, p_events json
) RETURNS presented_runs LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  run runs;
  money transfers;
  failed record;
  charged_for_failure bigint := 0;
  presented presented_runs;
BEGIN
  SELECT * INTO run FROM runs r WHERE r.id = p_run_id AND r.epoch = p_epoch AND r.status IN ('queued', 'running')
    AND EXISTS (SELECT FROM nodes n WHERE n.id = r.node_id AND n.epoch = p_epoch);
  IF FOUND THEN
    IF NOT p_is_delivered THEN
      -- From here on nobody can begin to read the log. Wallets are locked before the run, as at the end of an
      -- abandoned run.
      PERFORM ledger_lock_wallets(
        ARRAY[run.account_id, CASE WHEN run.sponsor_limit > 0 THEN run.developer_account_id END]);
      SELECT * INTO run FROM runs r WHERE r.id = p_run_id FOR UPDATE;
      IF run.log_read_at IS NULL THEN
        p_tokens_charged := 0;
        p_cost := 0;
      END IF;
    END IF;
    IF p_status = 'completed' OR p_tokens_charged > 0 THEN
      money := ledger_settle(p_run_id, p_cost, p_model_cost, run.developer_account_id, run.share_percent,
        run.sponsor_limit, run.agent_id, run.agent_name);
      PERFORM ledger_count_loss(run.account_id, money.loss);
    ELSE
      failed := ledger_settle_failed(p_run_id, p_model_cost, run.developer_account_id, run.agent_id, run.agent_name,
        p_free_losses);
      money.id := failed.transfer_id;
      money.fee := 0;
      money.net := 0;
      charged_for_failure := failed.charge;
    END IF;
    UPDATE runs r SET
      status = p_status, stop_reason = p_stop_reason, error_code = p_error_code, ended_at = now(),
      tokens_metered = p_tokens_metered, tokens_charged = p_tokens_charged, cost = p_cost,
      failure_charge = charged_for_failure, model_cost = p_model_cost, model_cost_borne = p_cost - money.fee - money.net,
      fee = money.fee, net = money.net, transfer_id = money.id,
      execution_ms = p_execution_ms, last_seq = p_last_seq
    WHERE r.id = p_run_id AND r.epoch = p_epoch AND r.status IN ('queued', 'running')
    RETURNING * INTO run;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not of epoch % (any more)', p_run_id, p_epoch USING ERRCODE = 'RN001';
  END IF;
  PERFORM write_run_end(run, p_output, p_error_detail, p_developer_detail);
  IF p_events IS NOT NULL THEN
    PERFORM append_run_events(p_run_id, p_events);
  END IF;
  SELECT * INTO presented FROM presented_runs p WHERE p.id = p_run_id;
  RETURN presented;
END $$;
