-- Returns the amount that the platform may still lose on runs of an account today, in nano-USD, minus the possible
-- uncovered costs of its live runs other than _run. The caller has locked the wallet.
CREATE OR REPLACE FUNCTION ledger_free_losses(_account text, _run text, _free_per_day bigint) RETURNS bigint
  LANGUAGE sql STABLE AS $$
  SELECT greatest(0, _free_per_day
    - CASE WHEN w.loss_day >= (now() AT TIME ZONE 'UTC')::date THEN w.loss_of_day ELSE 0 END
    - (SELECT coalesce(sum(h.uncovered), 0) FROM holds h
        WHERE h.account_id = _account AND h.uncovered > 0 AND h.run_id <> _run))::bigint
  FROM wallets w WHERE w.account_id = _account
$$;
