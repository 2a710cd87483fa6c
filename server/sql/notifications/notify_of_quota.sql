-- Notifies the owner of a connector when its usage reaches the next step of its monthly quota.
CREATE OR REPLACE FUNCTION notify_of_quota() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached constant integer := quota_notice(NEW.current_usage, NEW.usage_quota);
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion)
  VALUES (NEW.user_id, 'connector_quota',
    jsonb_build_object('service', NEW.service_name, 'percent', reached, 'used', NEW.current_usage,
      'quota', NEW.usage_quota),
    'quota:' || NEW.id || ':' || NEW.usage_month || ':' || reached)
  ON CONFLICT (user_id, occasion) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER connectors_quota AFTER UPDATE OF current_usage ON connectors FOR EACH ROW
  WHEN (NEW.usage_quota IS NOT NULL AND quota_notice(NEW.current_usage, NEW.usage_quota)
    > CASE WHEN OLD.usage_month = NEW.usage_month THEN quota_notice(OLD.current_usage, NEW.usage_quota) ELSE 0 END)
  EXECUTE FUNCTION notify_of_quota();
