import { useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

/** Returns the public profile of a developer. */
export function useDeveloper(username: string) {
  return useQuery({
    queryKey: ["developers", username.toLowerCase()],
    queryFn: ({ signal }) => call("developers.get", { params: { username }, signal }),
  });
}
