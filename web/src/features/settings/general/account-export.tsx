import { getPath } from "../../../lib/call.ts";
import { DownloadButton } from "../download-button.tsx";
import { SettingRow } from "../setting-row.tsx";

/** Everything that is kept of one, as a file. */
export function AccountExport() {
  return (
    <SettingRow
      title="Export your data"
      hint="One JSON file with everything that is kept of you: profile, agents with their files, runs with what was written in them, money. Passwords, keys and credentials are not in it."
      action={
        <DownloadButton
          path={() => getPath("account.export")}
          name="stoa-account.json"
          label="Export"
          failure="Failed to export your data"
        />
      }
    />
  );
}
