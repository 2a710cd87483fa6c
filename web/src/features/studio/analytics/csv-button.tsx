import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { getServerDetail } from "../../../lib/http-error.ts";
import { notify } from "../../../lib/notify.ts";
import { fetchFile, saveFile } from "../../../lib/save-file.ts";
import { getAnalyticsCsvPath } from "../../../queries/analytics.ts";

interface CsvButtonProps {
  /** If absent, the file covers all of the developer's agents. */
  readonly agentId?: number;
  readonly days: number;
}

/** Saves the figures by day as CSV. */
export function CsvButton({ agentId, days }: CsvButtonProps) {
  const name = `stoa-analytics-${agentId === undefined ? "" : `agent-${agentId}-`}${days}-days.csv`;
  const save = useMutation({
    mutationFn: async () => {
      saveFile(await fetchFile(await getAnalyticsCsvPath(agentId, days), name));
    },
    onError: (error) => notify.error(getServerDetail(error) ?? "Export failed"),
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
