import { CheckboxField } from "../../../components/checkbox-field.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { notify } from "../../../lib/notify.ts";
import { useRunSettings, useUpdateRunSettings } from "../../../queries/run-settings.ts";

/** What is kept of one's runs beyond the usual. */
export function RunSettingsForm() {
  const settings = useRunSettings();
  const update = useUpdateRunSettings();
  if (settings.isError) return <p className="text-14 text-ink-2">These settings could not be loaded.</p>;
  if (!settings.data) return <Skeleton className="h-12 w-full" />;
  return (
    <CheckboxField
      label="Keep what models are asked and answered"
      hint="For the developers of the agents that you run: they read it in runs of their own and in runs that you share with them. It goes after the same time as inputs and answers."
      checked={settings.data.keep_model_content}
      onChange={(keep_model_content) => update.mutateAsync({ keep_model_content })}
      onFailed={() => notify.error("Failed to change the setting")}
    />
  );
}
