import { LIMITS } from "@stoa/contract/limits";
import type { CreateWebhookRequest, UpdateWebhookRequest } from "@stoa/contract/webhooks";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

const KEY = ["webhooks"] as const;

/** The key of a webhook's deliveries among what is kept. */
export const deliveriesKey = (id: string) => ["webhook-deliveries", id] as const;

/** All of one's webhooks: an account has fewer than a page holds. */
export function useWebhooks() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call("webhooks.list", { query: { limit: LIMITS.pageMax }, signal })).webhooks,
  });
}

function useWebhookChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Adds one; the answer shows its secret this once. */
export function useCreateWebhook() {
  return useWebhookChange((body: CreateWebhookRequest) => call("webhooks.create", { body }));
}

/** Changes one, or switches it on and off. */
export function useUpdateWebhook(id: string) {
  return useWebhookChange((body: UpdateWebhookRequest) => call("webhooks.update", { params: { id }, body }));
}

/** Deletes one with its log. */
export function useRemoveWebhook() {
  return useWebhookChange((id: string) => call("webhooks.remove", { params: { id } }));
}

/** Makes a new secret, which the answer shows this once. */
export function useRotateSecret() {
  return useWebhookChange((id: string) => call("webhooks.rotateSecret", { params: { id } }));
}

/** Sends a test event. */
export function usePingWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("webhooks.ping", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: deliveriesKey(id) }),
  });
}
