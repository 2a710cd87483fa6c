-- Writes a run with its snapshot, its idempotency key if it has one, and its hold: p_hold if the balance covers it, or
-- else as much as it covers, at least p_needed. The caller chooses the run's id, because sealed values are bound to it.
-- Spending limits of its account and key may cut the cap. `started` is false if the key belongs to another run; in that
-- case nothing is written and that run is returned. Amounts are nano-USD. It is called in one statement, which is one transaction and one round trip. A refusal is raised, so that
-- nothing is written: RN001 the node has lost its epoch, RN002 the balance does not cover the input, RN003 a spending
-- limit. All rows are found by their key, so one cached plan fits all values. Otherwise PostgreSQL would plan the
-- statements on partitioned tables for each run.
CREATE OR REPLACE FUNCTION start_run(
  run runs, p_task bytea, p_input bytea, p_hold bigint, p_needed bigint,
  p_route text, p_key text, p_body_hash bytea
) RETURNS TABLE (run_id text, started boolean, same_body boolean, held bigint, cap bigint)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  taken idempotency_keys;
  placed bigint;
BEGIN
  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys AS k (account_id, route, key, body_hash, run_id)
      VALUES (run.account_id, p_route, p_key, p_body_hash, run.id)
      ON CONFLICT (account_id, route, key) DO UPDATE
        SET body_hash = excluded.body_hash, run_id = excluded.run_id, created_at = now()
        WHERE k.created_at < now() - interval '24 hours';
    IF NOT FOUND THEN
      SELECT * INTO taken FROM idempotency_keys k
        WHERE k.account_id = run.account_id AND k.route = p_route AND k.key = p_key;
      RETURN QUERY SELECT taken.run_id, false, taken.body_hash = p_body_hash, 0::bigint, 0::bigint;
      RETURN;
    END IF;
  END IF;
  PERFORM insert_run(run, p_task, p_input);
  -- The hold comes last, because it locks the wallet.
  placed := ledger_hold(run.account_id, run.id, p_hold, run.cap);
  IF placed IS NULL THEN
    IF ledger_hold(run.account_id, run.id, p_needed, run.cap) IS NULL THEN
      RAISE EXCEPTION 'the balance of % does not carry %', run.account_id, p_needed USING ERRCODE = 'RN002';
    END IF;
    placed := ledger_extend(run.id, p_hold);
  END IF;
  -- Under the wallet's lock, the limits and the counted spending do not change. Most accounts have no limits.
  IF EXISTS (SELECT FROM key_limits l WHERE l.account_id = run.account_id AND l.key_id IN ('', run.api_key_id)) THEN
    run.cap := limit_hold(run.id, run.api_key_id, p_needed);
    UPDATE runs r SET cap = run.cap WHERE r.id = run.id AND r.cap > run.cap;
    SELECT h.amount INTO placed FROM live_holds h WHERE h.run_id = run.id;
  END IF;
  RETURN QUERY SELECT run.id, true, true, placed, run.cap;
END $$;
