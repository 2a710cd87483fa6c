import type { CreateScheduleRequest } from "@stoa/contract/schedules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

/** Lets an agent run at the times of a cron expression, within a cap a month. */
export function useCreateSchedule() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateScheduleRequest) => call("schedules.create", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["schedules"] }),
  });
}
