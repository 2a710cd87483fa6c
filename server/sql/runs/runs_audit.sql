-- Compares the money of runs with the books. Returns one finding per row, and no row if everything matches.
-- ledger_audit() checks the ledger's own sums.
CREATE OR REPLACE FUNCTION runs_audit() RETURNS TABLE (finding text) LANGUAGE sql STABLE AS $$
  SELECT format('run %s: cost %s, failure charge %s, model cost %s, fee %s, net %s; posted %s, %s, %s, %s, %s', r.id,
      r.cost, r.failure_charge, r.model_cost, r.fee, r.net, b.gross, b.failure_charge, b.model_cost, b.fee, b.net)
    FROM runs r LEFT JOIN run_transfers t ON t.run_id = r.id AND t.kind = 'run'
    LEFT JOIN run_transfers f ON f.run_id = r.id AND f.kind = 'failure_charge'
    CROSS JOIN LATERAL (SELECT coalesce(t.gross, 0) AS gross, coalesce(f.gross, 0) AS failure_charge,
      coalesce(t.model_cost, 0) + coalesce(f.model_cost, 0) AS model_cost, coalesce(t.fee, 0) AS fee,
      coalesce(t.net, 0) AS net) b
    WHERE r.ended_at IS NOT NULL AND (r.cost, r.failure_charge, r.model_cost, r.fee, r.net)
      <> (b.gross, b.failure_charge, b.model_cost, b.fee, b.net)
  UNION ALL
  SELECT format('run %s has not ended, but it has a transfer', r.id)
    FROM runs r JOIN run_transfers t ON t.run_id = r.id AND t.kind IN ('run', 'failure_charge')
    WHERE r.ended_at IS NULL
  UNION ALL
  SELECT format('run %s has ended or does not exist, but its hold of %s is still live', h.run_id, h.amount)
    FROM live_holds h LEFT JOIN runs r ON r.id = h.run_id
    WHERE r.id IS NULL OR r.ended_at IS NOT NULL
$$;
