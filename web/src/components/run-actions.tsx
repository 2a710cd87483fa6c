import type { ExecutionResult } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import { Download, RotateCw } from "lucide-react";
import { notify } from "../lib/notify.ts";
import { createAnswerFile, getAnswerText } from "../lib/run-file.ts";
import { saveFile } from "../lib/save-file.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";
import { ShareRunButton } from "./shared-runs/share-run-button.tsx";

interface RunActionsProps {
  readonly result: ExecutionResult;
  readonly onRunAgain: () => void;
}

/** Shows the actions for an output: copy, download, share and run again. */
export function RunActions({ result, onRunAgain }: RunActionsProps) {
  const text = getAnswerText(result);
  return (
    <div className="flex flex-wrap gap-2">
      {text !== "" && (
        <>
          <CopyButton
            text={text}
            onCopied={() => notify.success(TEXTS.copy.done("Answer"))}
            onFailed={() => notify.error(TEXTS.copy.failed)}
          />
          <Button
            size="sm"
            variant="outline"
            icon={<Download aria-hidden="true" size={16} />}
            onClick={() => saveFile(createAnswerFile(result))}
          >
            Download
          </Button>
        </>
      )}
      <ShareRunButton result={result} />
      <Button
        size="sm"
        variant="outline"
        icon={<RotateCw aria-hidden="true" size={16} />}
        onClick={onRunAgain}
      >
        Run again
      </Button>
    </div>
  );
}
