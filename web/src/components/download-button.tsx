import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { getServerDetail } from "../lib/http-error.ts";
import { notify } from "../lib/notify.ts";
import { fetchFile, saveFile } from "../lib/save-file.ts";
import { Button } from "./button.tsx";

interface DownloadButtonProps {
  /** Returns the API path of the file, with its query. */
  readonly getPath: () => Promise<string>;
  /** The file name to save under. */
  readonly name: string;
  readonly label: ReactNode;
  /** The error text if the server gives no reason. */
  readonly failure: string;
}

/** Shows a button that fetches a file from the API with the session and saves it. */
export function DownloadButton({ getPath, name, label, failure }: DownloadButtonProps) {
  const save = useMutation({
    mutationFn: async () => saveFile(await fetchFile(await getPath(), name)),
    onError: (error) => notify.error(getServerDetail(error) ?? failure),
  });
  return (
    <Button
      variant="outline"
      size="sm"
      busy={save.isPending}
      icon={<Download aria-hidden="true" size={16} />}
      onClick={() => save.mutate()}
    >
      {label}
    </Button>
  );
}
