import { LIMITS } from "@stoa/contract/limits";
import type { WebhookDeliveryStatus } from "@stoa/contract/webhook-deliveries";
import type { CreateWebhookRequest, UpdateWebhookRequest } from "@stoa/contract/webhooks";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["webhooks"] as const;

/** Returns the query key of a webhook's deliveries. */
const getDeliveriesKey = (id: string) => ["webhook-deliveries", id] as const;

/** Returns all of the user's webhooks, because an account has fewer than one page. */
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

/** Adds a webhook; only this response contains its secret. */
export function useCreateWebhook() {
  return useWebhookChange((body: CreateWebhookRequest) => call("webhooks.create", { body }));
}

/** Changes a webhook, or switches it on or off. */
export function useUpdateWebhook(id: string) {
  return useWebhookChange((body: UpdateWebhookRequest) => call("webhooks.update", { params: { id }, body }));
}

/** Deletes a webhook with its deliveries. */
export function useRemoveWebhook() {
  return useWebhookChange((id: string) => call("webhooks.remove", { params: { id } }));
}

/** Creates a new secret; only this response contains it. */
export function useRotateSecret() {
  return useWebhookChange((id: string) => call("webhooks.rotateSecret", { params: { id } }));
}

/** Sends a test event. */
export function usePingWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("webhooks.ping", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: getDeliveriesKey(id) }),
  });
}

/** The polling interval for pending deliveries. */
const LOOK_AGAIN_MS = 2_000;

/** Returns a webhook's deliveries, newest first, polled while an attempt is about to happen. */
export function useDeliveries(id: string, status: WebhookDeliveryStatus | undefined) {
  return useInfiniteQuery({
    queryKey: [...getDeliveriesKey(id), "list", status],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("webhooks.deliveries", {
        params: { id },
        query: { ...(status && { status }), ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.deliveries.some(isAboutToBeTried)) ? LOOK_AGAIN_MS : false,
  });
}

function isAboutToBeTried({ next_attempt_at }: { readonly next_attempt_at: string | null }): boolean {
  return next_attempt_at !== null && Date.parse(next_attempt_at) - Date.now() < 10_000;
}

/** Returns one delivery with its attempts. */
export function useDelivery(id: string, deliveryId: string) {
  return useQuery({
    queryKey: [...getDeliveriesKey(id), deliveryId],
    queryFn: ({ signal }) => call("webhooks.delivery", { params: { id, delivery_id: deliveryId }, signal }),
  });
}

function useDeliveryChange<Input, Reply>(id: string, change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: getDeliveriesKey(id) }),
  });
}

/** Resends an event immediately. */
export function useResend(id: string) {
  return useDeliveryChange(id, (deliveryId: string) =>
    call("webhooks.resend", { params: { id, delivery_id: deliveryId } }),
  );
}

/** Resends all deliveries that have failed permanently since the given time. */
export function useResendFailed(id: string) {
  return useDeliveryChange(id, (since: string) =>
    call("webhooks.resendFailed", { params: { id }, body: { since } }),
  );
}
