/** Ids begin with the moment at which they were made, which is soon after their transaction's start: `created_at`. */
export const LONGEST_TRANSACTION = "1 hour";
