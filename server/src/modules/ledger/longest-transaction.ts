/**
 * The maximum time between a transaction's start (`created_at`) and the creation of a transfer id within it. Ids begin
 * with the time of their creation.
 */
export const LONGEST_TRANSACTION = "1 hour";
