-- Raises RN004 if an account has more than _bound active runs. It is called after start_run in the same statement, so
-- that the wallet's lock lets only one start at a time count the runs, and a refused start leaves nothing behind.
CREATE OR REPLACE FUNCTION bound_live_runs(_account text, _bound integer) RETURNS void
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT FROM holds WHERE account_id = _account AND state = 'live' LIMIT _bound + 1) l) > _bound
  THEN
    RAISE EXCEPTION '% has % active runs', _account, _bound USING ERRCODE = 'RN004';
  END IF;
END $$;
