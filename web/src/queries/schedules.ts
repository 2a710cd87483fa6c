import { LIMITS } from "@stoa/contract/limits";
import type { CreateScheduleRequest, UpdateScheduleRequest } from "@stoa/contract/schedules";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

const KEY = ["schedules"] as const;
const getHistoryKey = (id: string) => ["schedule-history", id] as const;
/** The polling interval while a run is active. Runs take seconds, so the user sees them end. */
const LOOK_AGAIN_MS = 2_000;

/** Returns all of the user's schedules, because an account has fewer than one page. */
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
    queryKey: getHistoryKey(id),
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

export function useCreateSchedule() {
  return useScheduleChange((body: CreateScheduleRequest) => call("schedules.create", { body }));
}

export function useUpdateSchedule(id: string) {
  return useScheduleChange((body: UpdateScheduleRequest) =>
    call("schedules.update", { params: { id }, body }),
  );
}

/** Deletes a schedule with its history. */
export function useRemoveSchedule() {
  return useScheduleChange((id: string) => call("schedules.remove", { params: { id } }));
}

/** Pauses or resumes a schedule. */
export function useToggleSchedule(id: string) {
  return useScheduleChange((to: "pause" | "resume") => call(`schedules.${to}`, { params: { id } }));
}

export function useRunSchedule(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("schedules.run", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: getHistoryKey(id) }),
  });
}
