import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** The models that agents on this server may call. They change only with the server's settings. */
export function useModels() {
  return useQuery({
    queryKey: ["models"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("system.models", { signal }),
  });
}
