-- Returns whether someone other than the agent's owner started a run: its user is not a member of the owner's account,
-- and none of its parent runs, at any level, is a run of one of that account's agents.
CREATE OR REPLACE FUNCTION is_run_by_others(run runs) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  ancestor record;
  ancestor_id text := run.parent_id;
BEGIN
  IF run.account_id = run.developer_account_id OR EXISTS (
      SELECT FROM account_members m WHERE m.account_id = run.developer_account_id AND m.user_id = run.user_id) THEN
    RETURN false;
  END IF;
  WHILE ancestor_id IS NOT NULL LOOP
    SELECT r.parent_id, r.developer_account_id INTO ancestor FROM runs r WHERE r.id = ancestor_id;
    IF ancestor.developer_account_id = run.developer_account_id THEN
      RETURN false;
    END IF;
    ancestor_id := ancestor.parent_id;
  END LOOP;
  RETURN true;
END $$;
