import { LIMITS } from "@stoa/contract/limits";
import type { CreateScheduleRequest, UpdateScheduleRequest } from "@stoa/contract/schedules";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["schedules"] as const;
const historyKey = (id: string) => ["schedule-history", id] as const;
/** A run takes seconds: who waits for its end sees it come. */
const LOOK_AGAIN_MS = 2_000;

/** Returns all of the user's schedules: an account has fewer than a page holds. */
export function useSchedules() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await call("schedules.list", { query: { limit: LIMITS.pageMax }, signal })).schedules,
  });
}

/** Returns the outcome of each scheduled time, polled while a run is active. */
export function useScheduleHistory(id: string) {
  return useInfiniteQuery({
    queryKey: historyKey(id),
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("schedules.history", {
        params: { id },
        query: pageParam === "" ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ times }) => times.some(({ ended_at }) => ended_at === null))
        ? LOOK_AGAIN_MS
        : false,
  });
}

function useScheduleChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Makes a schedule. */
export function useCreateSchedule() {
  return useScheduleChange((body: CreateScheduleRequest) => call("schedules.create", { body }));
}

/** Changes one. */
export function useUpdateSchedule(id: string) {
  return useScheduleChange((body: UpdateScheduleRequest) =>
    call("schedules.update", { params: { id }, body }),
  );
}

/** Deletes one with its history. */
export function useRemoveSchedule() {
  return useScheduleChange((id: string) => call("schedules.remove", { params: { id } }));
}

/** Pauses a schedule, or lets it go on. */
export function useToggleSchedule(id: string) {
  return useScheduleChange((to: "pause" | "resume") => call(`schedules.${to}`, { params: { id } }));
}

/** Runs one now. */
export function useRunSchedule(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("schedules.run", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: historyKey(id) }),
  });
}
