import { NOTIFICATION_LABELS, TOPIC_LABELS, TOPIC_OF_SWITCH } from "@stoa/contract/notification-labels";
import type { MutableNotificationKind } from "@stoa/contract/notifications";
import { useId } from "react";
import { Skeleton } from "../../../components/skeleton.tsx";
import { notify } from "../../../lib/notify.ts";
import {
  useNotificationSettings,
  useUpdateNotificationSettings,
} from "../../../queries/notification-settings.ts";

const KINDS = Object.keys(NOTIFICATION_LABELS).filter(
  (kind): kind is MutableNotificationKind => kind in TOPIC_OF_SWITCH,
);
const TOPICS = ["runs", "agents", "money", "account"] as const;

/**
 * Shows a switch for each kind of notification. A replaced API key has none, because users are always notified of it.
 */
export function NotificationSettingsForm() {
  const settings = useNotificationSettings();
  const update = useUpdateNotificationSettings();
  if (settings.isError) return <p className="text-14 text-ink-2">Could not load these settings.</p>;
  if (!settings.data) return <Skeleton className="h-48 w-full" />;
  const { muted } = settings.data;
  const change = (kind: MutableNotificationKind, isOn: boolean) =>
    update.mutate(
      { muted: isOn ? muted.filter((other) => other !== kind) : [...muted, kind] },
      { onError: () => notify.error("Failed to change the setting") },
    );
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {TOPICS.map((topic) => (
        <fieldset key={topic} className="grid content-start gap-2 max-md:gap-0">
          <legend className="mb-2 font-medium text-14">{TOPIC_LABELS[topic]}</legend>
          {KINDS.filter((kind) => TOPIC_OF_SWITCH[kind] === topic).map((kind) => (
            <KindSwitch
              key={kind}
              label={NOTIFICATION_LABELS[kind]}
              isOn={!muted.includes(kind)}
              isBusy={update.isPending}
              onChange={(isOn) => change(kind, isOn)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

interface KindSwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  /**
   * Whether another change is being saved. If so, the switch is disabled, because the next change starts from the saved
   * values.
   */
  readonly isBusy: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function KindSwitch({ label, isOn, isBusy, onChange }: KindSwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-3 max-md:items-center">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-(--ink) max-md:mt-0"
        checked={isOn}
        disabled={isBusy}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className="text-14 max-md:flex-1 max-md:py-3">
        {label}
      </label>
    </div>
  );
}
