-- Marks a notification of a kind that the person has switched off as muted and read. The row is still written, so that
-- its occasion is recorded once and webhooks are sent.
CREATE OR REPLACE FUNCTION mute_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM notification_settings s WHERE s.user_id = NEW.user_id AND NEW.kind = ANY (s.muted)) THEN
    NEW.is_muted := true;
    NEW.read_at := now();
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER notifications_mute BEFORE INSERT ON notifications FOR EACH ROW EXECUTE FUNCTION mute_notification();
