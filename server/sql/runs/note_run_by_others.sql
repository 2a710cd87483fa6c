-- Records at the start of a run whether it is by others (is_run_by_others), so that people who join or leave an account
-- later do not change any figures.
CREATE OR REPLACE FUNCTION note_run_by_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_by_others := is_run_by_others(NEW);
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER runs_note_by_others BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION note_run_by_others();
