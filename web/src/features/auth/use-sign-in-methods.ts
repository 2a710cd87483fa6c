import { queryOptions } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** What this server has enabled; it changes with a restart alone. */
export const signInMethodsQuery = queryOptions({
  queryKey: ["sign-in-methods"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call("signIn.methods", { signal }),
});
