-- Grants credits: promo credits at the platform's expense, or paid credits for money that was received elsewhere.
-- Grants them once per account, kind and period; returns false if they were granted before. The amount is in nano-USD.
CREATE OR REPLACE FUNCTION ledger_grant(
  _account text, _kind text, _period text, _amount bigint, _source text, _expires_at timestamptz
) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT ledger_credit(_account, 'grant', _kind, _period, _amount, _source, _expires_at,
    CASE _source WHEN 'promo' THEN 'promo_expense' ELSE 'external' END, NULL)
$$;
