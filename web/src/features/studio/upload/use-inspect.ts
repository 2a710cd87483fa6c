import { useMutation } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

export interface Inspected {
  readonly file: File;
  readonly allowMissingModels: boolean;
}

/** Asks the server what a file is, before anything is saved. */
export function useInspect() {
  return useMutation({
    mutationFn: async ({ file, allowMissingModels }: Inspected) => {
      const form = new FormData();
      form.append("allow_missing_models", String(allowMissingModels));
      form.append("file", file, file.name);
      return call("catalog.inspect", { form });
    },
  });
}
