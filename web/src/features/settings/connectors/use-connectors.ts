import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { connectorsKey } from "../../../lib/queries/connectors-key.ts";

/** The services that a connector can be made for. They change with the server's release alone. */
export function useSupportedServices() {
  return useQuery({
    queryKey: ["supported-services"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("connectors.services", { signal }),
  });
}

/** What one has allowed which agents. */
export function useGrants() {
  return useQuery({
    queryKey: [...connectorsKey, "grants"],
    queryFn: ({ signal }) => call("connectors.grants", { signal }),
  });
}
