-- Informs every node, after the commit, about the people with a new or read notification. The number of notifications
-- per person is limited here because rows are written in many places. Rows that another transaction is removing are
-- skipped. The function's cached plan must not read a whole table only because the table was small when the
-- plan was made.
CREATE OR REPLACE FUNCTION poke_notified() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    DELETE FROM notifications WHERE id IN (
      SELECT o.id
      FROM (SELECT DISTINCT w.user_id FROM written w) person
      CROSS JOIN LATERAL (
        SELECT n.id FROM notifications n WHERE n.user_id = person.user_id ORDER BY n.id DESC OFFSET 499 LIMIT 1
      ) oldest_kept
      JOIN notifications o ON o.user_id = person.user_id AND o.id < oldest_kept.id
      FOR UPDATE OF o SKIP LOCKED
    );
  END IF;
  PERFORM pg_notify('notifications', person.user_id) FROM (SELECT DISTINCT w.user_id FROM written w) person;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER notifications_written AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION poke_notified();

CREATE OR REPLACE TRIGGER notifications_read AFTER UPDATE ON notifications
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION poke_notified();
