import type { UploadFields } from "@stoa/contract/catalog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

export interface UploadRequest {
  readonly fields: UploadFields;
  readonly file: File;
}

/** Uploads an agent: it is checked, tried and listed, or refused with its checks. */
export function useUpload() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ fields, file }: UploadRequest) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields))
        if (value !== undefined) form.append(name, String(value));
      form.append("file", file, file.name);
      return call("catalog.upload", { form });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}
