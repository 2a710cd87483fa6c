-- Returns the platform fee of a run in nano-USD: the remainder of _rest (the charge minus model cost) after the
-- developer's share. _share is the developer's percentage. The developer's part is rounded down, so the fee is rounded
-- up. ledger_settle posts it.
CREATE OR REPLACE FUNCTION platform_fee(_rest bigint, _share numeric) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN _rest - floor(_rest * _share / 100)::bigint;
