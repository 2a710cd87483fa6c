import { useMutation } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadContract } from "../../../lib/load-contract.ts";

/** What a file is, before anything is saved (reading 26). */
export function useInspect() {
  return useMutation({
    mutationFn: async (file: File) => {
      const { catalogRoutes } = await loadContract();
      const form = new FormData();
      form.append("file", file, file.name);
      return call(catalogRoutes.inspect, { form });
    },
  });
}
