import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { getPath } from "../../../lib/call.ts";
import { serverDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { fetchFile, saveFile } from "../../../lib/save-file.ts";

export interface CsvButtonProps {
  /** Without one: all of the developer's. */
  readonly agentId?: number;
  readonly days: number;
}

/** Saves the figures by day as CSV. */
export function CsvButton({ agentId, days }: CsvButtonProps) {
  const name = `stoa-analytics-${agentId === undefined ? "" : `agent-${agentId}-`}${days}-days.csv`;
  const save = useMutation({
    mutationFn: async () => {
      const query = { days, format: "csv" } as const;
      const path = await (agentId === undefined
        ? getPath("analytics.ofDeveloper", { query })
        : getPath("analytics.ofAgent", { params: { id: agentId }, query }));
      saveFile(await fetchFile(path, name));
    },
    onError: (error) => notify.error(serverDetail(error) ?? "Failed to save the figures"),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={save.isPending}
      icon={<Download aria-hidden="true" size={16} />}
      onClick={() => save.mutate()}
    >
      CSV
    </Button>
  );
}
