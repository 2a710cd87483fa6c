import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { CopyButton } from "./copy-button.tsx";
import { IconButton } from "./icon-button.tsx";

/** Masks a key except for its first 8 characters, which are enough to tell two keys apart. */
function maskKey(apiKey: string): string {
  return `${apiKey.slice(0, 8)}${"•".repeat(20)}`;
}

interface ApiKeyFieldProps {
  readonly apiKey: string;
  readonly onCopied: () => void;
  readonly onFailed: () => void;
}

/** Shows an API key, masked until revealed, with a copy button. */
export function ApiKeyField({ apiKey, onCopied, onFailed }: ApiKeyFieldProps) {
  const [revealed, setRevealed] = useState(false);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <code
        className="mono flex min-h-9 min-w-0 flex-1 basis-48 items-center break-all rounded-4 border border-line bg-sunken px-3 py-1 text-12"
        data-testid="api-key"
      >
        {revealed ? apiKey : maskKey(apiKey)}
      </code>
      <IconButton label={revealed ? "Hide API key" : "Show API key"} onClick={() => setRevealed(!revealed)}>
        {revealed ? <EyeOff aria-hidden="true" size={16} /> : <Eye aria-hidden="true" size={16} />}
      </IconButton>
      <CopyButton text={apiKey} onCopied={onCopied} onFailed={onFailed} />
    </div>
  );
}
