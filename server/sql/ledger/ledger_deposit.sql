-- Records a payment, identified by the payment provider's reference. Returns false if it was recorded before. The
-- amount is in nano-USD.
CREATE OR REPLACE FUNCTION ledger_deposit(_account text, _amount bigint, _external_ref text) RETURNS boolean
  LANGUAGE sql VOLATILE AS $$
  SELECT ledger_credit(_account, 'payment', 'payment', _external_ref, _amount, 'paid', NULL, 'external',
    _external_ref)
$$;
