import { sql } from "kysely";

/** Of a row of `agents`: whether it is there at all. A deleted one stays as a row that books name. */
export const isKept = sql<boolean>`(agents.deleted_at IS NULL)`;

/** Of a row of `agents`: whether its owner has put it away. */
export const isArchived = sql<boolean>`(agents.archived_at IS NOT NULL)`;
