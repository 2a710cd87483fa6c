-- Money into wallets and out of them other than by runs: grants, payments, claimed earnings, expiry.
-- Every function that touches a wallet locks its row first; its lots and holds are guarded by that lock.
-- Error codes: LG001 no such wallet, LG002 hold has ended, LG003 charge above hold, LG004 already reversed,
-- LG005 not covered, LG006 unbalanced, LG007 cannot be reversed, LG008 amount out of range.

CREATE TYPE ledger_line AS (ledger_account_id text, amount bigint, lot_id text, funding text);

-- Writes a transfer's postings in one statement; lines of the same account, lot and funding become one.
CREATE FUNCTION ledger_post(_transfer text, _lines ledger_line[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO postings (transfer_id, line, ledger_account_id, amount, lot_id, funding)
    SELECT _transfer, row_number() OVER (), l.ledger_account_id, sum(l.amount)::bigint, l.lot_id, l.funding
    FROM unnest(_lines) l
    GROUP BY l.ledger_account_id, l.lot_id, l.funding
    HAVING sum(l.amount) <> 0;
END $$;

CREATE FUNCTION ledger_lock_wallet(_account text) RETURNS wallets LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets;
BEGIN
  SELECT * INTO wallet FROM wallets WHERE account_id = _account FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % has no wallet', _account USING ERRCODE = 'LG001';
  END IF;
  RETURN wallet;
END $$;

-- Makes an account's wallet and earnings; doing it again changes nothing.
CREATE FUNCTION ledger_open_account(_account text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_accounts (kind, account_id) VALUES ('wallet', _account), ('earnings', _account)
    ON CONFLICT DO NOTHING;
  INSERT INTO wallets (account_id, wallet_ledger_id, earnings_ledger_id)
    SELECT _account, max(id) FILTER (WHERE kind = 'wallet'), max(id) FILTER (WHERE kind = 'earnings')
    FROM ledger_accounts WHERE account_id = _account
    ON CONFLICT DO NOTHING;
END $$;

-- A new lot from a platform account. False when this account has one of this kind and period already.
CREATE FUNCTION ledger_credit(
  _account text, _transfer_kind text, _kind text, _period text, _amount bigint, _source text,
  _expires_at timestamptz, _from text, _external_ref text
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets;
  lot text;
  transfer text;
BEGIN
  IF _amount IS NULL OR _amount <= 0 THEN
    RAISE EXCEPTION 'a credit of % is not positive', _amount USING ERRCODE = 'LG008';
  END IF;
  wallet := ledger_lock_wallet(_account);
  INSERT INTO wallet_lots (account_id, source, funding, kind, period, granted, remaining, expires_at)
    VALUES (_account, _source, _source, _kind, _period, _amount, _amount, _expires_at)
    ON CONFLICT (account_id, kind, period) DO NOTHING
    RETURNING id INTO lot;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO transfers (kind, payer_account_id, grant_kind, grant_period, external_ref)
    VALUES (_transfer_kind, _account, _kind, _period, _external_ref)
    RETURNING id INTO transfer;
  PERFORM ledger_post(transfer, ARRAY[
    (_from, -_amount, NULL, _source), (wallet.wallet_ledger_id, _amount, lot, _source)
  ]::ledger_line[]);
  UPDATE wallets SET balance = balance + _amount WHERE account_id = _account;
  RETURN true;
END $$;

-- Credits given: promo at the platform's expense, paid against money that came in elsewhere. Once per account,
-- kind and period; false when it was made before.
CREATE FUNCTION ledger_grant(
  _account text, _kind text, _period text, _amount bigint, _source text, _expires_at timestamptz
) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT ledger_credit(_account, 'grant', _kind, _period, _amount, _source, _expires_at,
    CASE _source WHEN 'promo' THEN 'promo_expense' ELSE 'external' END, NULL)
$$;

-- A payment received, named by the payment provider's reference. False when it was booked before.
CREATE FUNCTION ledger_deposit(_account text, _amount bigint, _external_ref text) RETURNS boolean
  LANGUAGE sql VOLATILE AS $$
  SELECT ledger_credit(_account, 'payment', 'payment', _external_ref, _amount, 'paid', NULL, 'external',
    _external_ref)
$$;

-- What a ledger account holds now, exactly: the roll-up and the tail, in the snapshot of the calling statement.
CREATE FUNCTION ledger_account_balance(_ledger_account text, OUT total bigint, OUT promo bigint)
  LANGUAGE sql STABLE AS $$
  SELECT a.rolled_balance + coalesce(sum(p.amount), 0)::bigint,
    a.rolled_promo + coalesce(sum(p.amount) FILTER (WHERE p.funding = 'promo'), 0)::bigint
  FROM ledger_accounts a
  LEFT JOIN postings p ON p.ledger_account_id = a.id
    AND p.xid >= (SELECT rolled_before FROM ledger_watermark)
  WHERE a.id = _ledger_account
  GROUP BY a.id
$$;

-- Moves all of an account's earnings into its wallet, the promo-funded part into a lot of its own, which may be
-- spent but never withdrawn. Earnings are debited only under the wallet's lock, so they never fall below 0
-- while credits arrive unlocked. Returns what was moved.
CREATE FUNCTION ledger_claim_earnings(_account text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_account);
  earnings record;
  part record;
  lot text;
  transfer text;
  lines ledger_line[] := '{}';
BEGIN
  SELECT total, promo INTO earnings FROM ledger_account_balance(wallet.earnings_ledger_id);
  IF earnings.total = 0 THEN
    RETURN 0;
  END IF;
  FOR part IN
    SELECT * FROM (VALUES ('promo', earnings.promo), ('paid', earnings.total - earnings.promo))
      AS v(funding, amount) WHERE amount > 0
  LOOP
    INSERT INTO wallet_lots AS l (account_id, source, funding, kind, period, granted, remaining)
      VALUES (_account, 'earned', part.funding, 'earnings', part.funding, part.amount, part.amount)
      ON CONFLICT (account_id, kind, period) DO UPDATE
        SET granted = l.granted + excluded.granted, remaining = l.remaining + excluded.remaining
      RETURNING id INTO lot;
    lines := lines || ARRAY[
      (wallet.earnings_ledger_id, -part.amount, NULL, part.funding),
      (wallet.wallet_ledger_id, part.amount, lot, part.funding)
    ]::ledger_line[];
  END LOOP;
  INSERT INTO transfers (kind, payer_account_id, developer_account_id) VALUES ('claim', _account, _account)
    RETURNING id INTO transfer;
  PERFORM ledger_post(transfer, lines);
  UPDATE wallets SET balance = balance + earnings.total, claimed = claimed + earnings.total
    WHERE account_id = _account;
  RETURN earnings.total;
END $$;

-- Expires a wallet's lots that are past their time, as far as no hold needs them. Returns what expired.
CREATE FUNCTION ledger_expire_wallet(_account text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_account);
  free bigint := wallet.balance - wallet.held;
  expired bigint := 0;
  part bigint;
  lot wallet_lots;
  transfer text;
BEGIN
  FOR lot IN
    SELECT * FROM wallet_lots WHERE account_id = _account AND is_open AND expires_at <= now()
    ORDER BY expires_at, id
  LOOP
    part := least(lot.remaining, free - expired);
    EXIT WHEN part = 0;
    INSERT INTO transfers (kind, payer_account_id, grant_kind, grant_period)
      VALUES ('expiry', _account, lot.kind, lot.period) RETURNING id INTO transfer;
    PERFORM ledger_post(transfer, ARRAY[
      (wallet.wallet_ledger_id, -part, lot.id, lot.funding), ('promo_expense', part, NULL, lot.funding)
    ]::ledger_line[]);
    UPDATE wallet_lots SET remaining = remaining - part WHERE id = lot.id;
    expired := expired + part;
  END LOOP;
  IF expired > 0 THEN
    UPDATE wallets SET balance = balance - expired WHERE account_id = _account;
  END IF;
  RETURN expired;
END $$;

-- Expires lots of at most _limit wallets. Wallets that are busy now are passed over: their next hold, or the
-- next call, expires them. Returns how many wallets lost something; call again until it is 0.
CREATE FUNCTION ledger_expire_lots(_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  due text;
  done integer := 0;
BEGIN
  FOR due IN
    SELECT w.account_id FROM wallets w
    WHERE w.balance > w.held AND w.account_id IN (
      SELECT l.account_id FROM wallet_lots l WHERE l.is_open AND l.expires_at <= now()
    )
    ORDER BY w.account_id LIMIT _limit FOR UPDATE OF w SKIP LOCKED
  LOOP
    IF ledger_expire_wallet(due) > 0 THEN
      done := done + 1;
    END IF;
  END LOOP;
  RETURN done;
END $$;
