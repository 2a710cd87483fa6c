-- Runs that go on after their answer (Prefer: respond-async) need no open connection: what one account has under way
-- at once is bounded here, over all nodes.

-- A live hold is a run at the root; those that it calls draw on it. Only live ones are in this index.
CREATE INDEX holds_live ON holds (account_id) WHERE state = 'live';

-- Raises RN004 where an account has more than _bound runs under way. After start_run in the same statement, so that the
-- wallet's lock lets one start at a time count, and a refused one leaves nothing.
CREATE FUNCTION bound_live_runs(_account text, _bound integer) RETURNS void
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM holds WHERE account_id = _account AND state = 'live' LIMIT _bound + 1) l) > _bound
  THEN
    RAISE EXCEPTION '% has % runs under way', _account, _bound USING ERRCODE = 'RN004';
  END IF;
END $$;
