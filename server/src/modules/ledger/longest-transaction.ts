/**
 * Upper bound of the time between a transaction's start (`created_at`) and the creation of a transfer id in it. Ids
 * begin with the time of their creation.
 */
export const LONGEST_TRANSACTION = "1 hour";
