-- Records that a spending limit set the cap. Nothing else ever lowers the cap of a run.
CREATE OR REPLACE FUNCTION note_cap_cut() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.cap_set_by := 'spending_limit';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER runs_note_cap_cut BEFORE UPDATE OF cap ON runs FOR EACH ROW
  WHEN (NEW.cap < OLD.cap) EXECUTE FUNCTION note_cap_cut();
