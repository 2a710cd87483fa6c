/** For types that n8n never gave a second version: whatever a file says, it is the only one. */
export const EVERY_VERSION: readonly number[] = Array.from({ length: 40 }, (_, tenths) => (10 + tenths) / 10);
