/** Everything that a change of a connector or a grant may have changed is kept below this key. */
export const connectorsKey = ["connectors"] as const;
