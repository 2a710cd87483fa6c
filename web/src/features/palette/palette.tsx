import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { LIMITS } from "@stoa/contract/limits";
import { Search, X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../components/icon-button.tsx";
import { Spinner } from "../../components/spinner.tsx";
import type { CurrentUser } from "../../queries/current-user.ts";
import { getEntryKey, type PaletteEntry, type PaletteGroup } from "./palette-entry.ts";
import { PaletteRow } from "./palette-row.tsx";
import { usePaletteGroups } from "./use-palette-groups.ts";
import { useRunEntry } from "./use-run-entry.ts";

const KEYS = [
  ["↑ ↓", "move"],
  ["Enter", "open"],
  ["Esc", "close"],
] as const;

/** Shows the palette's keys to users with a keyboard. */
export function PaletteKeys() {
  return (
    <p
      aria-hidden="true"
      className="flex shrink-0 gap-5 border-line border-t px-4 py-2.5 text-12 text-ink-3 max-md:hidden"
    >
      {KEYS.map(([key, does]) => (
        <span key={key} className="flex items-center gap-1.5">
          <kbd className="mono rounded-2 border border-line px-1.5 text-11">{key}</kbd>
          {does}
        </span>
      ))}
    </p>
  );
}

export interface PaletteProps {
  readonly open: boolean;
  /**
   * A number that differs each time the palette opens, so that it always starts empty, even while the previous palette
   * is still fading out.
   */
  readonly opening: number;
  readonly user: CurrentUser | undefined;
  readonly onClose: () => void;
  readonly onSignOut: () => void;
}

/** Shows the command palette, which finds agents, pages and actions by a few typed letters. */
export default function Palette({ open, opening, user, onClose, onSignOut }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-overlay transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-50 flex items-start justify-center md:px-6 md:pt-[12vh]">
          <Dialog.Popup className="flex w-full flex-col overflow-hidden bg-raised shadow-overlay transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 max-md:h-dvh md:max-h-[min(36rem,76vh)] md:max-w-xl md:rounded-6">
            <Dialog.Title className="sr-only">Search agents, pages and actions</Dialog.Title>
            <PaletteSearch key={opening} user={user} onClose={onClose} onSignOut={onSignOut} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteSearch({ user, onClose, onSignOut }: Omit<PaletteProps, "open" | "opening">) {
  const [typed, setTyped] = useState("");
  const { groups, isSearching } = usePaletteGroups(typed, user);
  const run = useRunEntry(user, onSignOut);
  const choose = (entry: PaletteEntry) => {
    onClose();
    run(entry);
  };
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      autoHighlight="always"
      items={groups}
      value={typed}
      // Choosing an entry does not write its name into the input.
      onValueChange={(next, { reason }) => reason !== "item-press" && setTyped(next)}
      itemToStringValue={(entry: PaletteEntry) => entry.label}
    >
      <div className="relative flex shrink-0 items-center border-line border-b">
        <Search aria-hidden="true" size={18} className="absolute left-4 text-ink-3" />
        <Autocomplete.Input
          aria-label="Search agents, pages and actions"
          placeholder="Search agents, pages and actions"
          maxLength={LIMITS.searchMaxLength}
          className="h-14 w-full bg-transparent pr-14 pl-12 text-16 outline-none"
        />
        <span className="absolute right-3 flex items-center gap-2 text-ink-3">
          {isSearching && <Spinner />}
          <Dialog.Close
            className="md:hidden"
            render={
              <IconButton label="Close" framed={false}>
                <X aria-hidden="true" size={18} />
              </IconButton>
            }
          />
        </span>
      </div>
      <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 outline-none">
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.name} items={group.items} className="pb-1.5">
            <Autocomplete.GroupLabel className="label px-3 pt-2.5 pb-1.5">
              {group.name}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => (
                <PaletteRow key={getEntryKey(entry)} entry={entry} onChoose={choose} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <PaletteKeys />
    </Autocomplete.Root>
  );
}
