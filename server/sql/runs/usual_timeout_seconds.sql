-- Returns the time limit of a run that requests none (LIMITS.runTimeoutDefaultSeconds; a test compares the two).
CREATE OR REPLACE FUNCTION usual_timeout_seconds() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 120;
