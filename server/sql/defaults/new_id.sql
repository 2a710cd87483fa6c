-- Returns a new id: the prefix, an underscore and the 32 hex digits of a UUIDv7. Ids with one prefix sort by the time
-- at which they were made.
CREATE OR REPLACE FUNCTION new_id(prefix text) RETURNS text
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN prefix || '_' || replace(uuidv7()::text, '-', '');
