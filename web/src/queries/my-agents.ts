import type { UpdateAgentRequest, UploadFields } from "@stoa/contract/uploads";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

export function useMyAgents() {
  return useQuery({
    queryKey: ["agents", "mine"],
    queryFn: ({ signal }) => call("catalog.mine", { signal }),
  });
}

/** Changes an agent's texts, price, limits or visibility, or whether it is active or archived. */
export function useUpdateAgent(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateAgentRequest) => call("catalog.update", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}

/** Deletes one of the developer's agents permanently. */
export function useRemoveAgent(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("catalog.remove", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}

interface InspectedFile {
  readonly file: File;
  readonly allowMissingModels: boolean;
}

/** Lets the server inspect a file before anything is saved. */
export function useInspect() {
  return useMutation({
    mutationFn: async ({ file, allowMissingModels }: InspectedFile) => {
      const form = new FormData();
      form.append("allow_missing_models", String(allowMissingModels));
      form.append("file", file, file.name);
      return call("catalog.inspect", { form });
    },
  });
}

export interface UploadRequest {
  readonly fields: UploadFields;
  readonly file: File;
}

/** Uploads an agent. The server checks it, runs it as a trial and lists it, or refuses it with the failed checks. */
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
