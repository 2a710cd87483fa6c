import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { connectorsKey } from "./connectors-key.ts";

/** One's connectors. */
export function useConnectors() {
  return useQuery({
    queryKey: [...connectorsKey, "list"],
    queryFn: ({ signal }) => call("connectors.list", { signal }),
  });
}
