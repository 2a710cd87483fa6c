-- Returns the current balance of a ledger account, exactly, in nano-USD, and its promo-funded part: the roll-up plus
-- the postings after the watermark, in the snapshot of the calling statement.
CREATE OR REPLACE FUNCTION ledger_account_balance(_ledger_account text, OUT total bigint, OUT promo bigint)
  LANGUAGE sql STABLE AS $$
  SELECT a.rolled_balance + coalesce(sum(p.amount), 0)::bigint,
    a.rolled_promo + coalesce(sum(p.amount) FILTER (WHERE p.funding = 'promo'), 0)::bigint
  FROM ledger_accounts a
  LEFT JOIN postings p ON p.ledger_account_id = a.id
    AND p.xid >= (SELECT rolled_before FROM ledger_watermark)
  WHERE a.id = _ledger_account
  GROUP BY a.id
$$;
