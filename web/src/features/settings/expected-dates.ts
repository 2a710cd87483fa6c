/** When plan changes and payments are expected (section 9); shown until a payment provider is set. */
export const EXPECTED = { planChanges: "Q3 2025", payments: "Q2 2025" } as const;
