import { useCallback, useEffect, useState } from "react";
import { isPaletteKey, isSearchKey, isWindowOpen } from "../lib/keyboard.ts";

/** The command palette: open or not, by Cmd/Ctrl-K from anywhere, by `/` where the screen has no search of its own. */
export function usePalette() {
  const [isOpen, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const show = useCallback(() => {
    setOpenings((before) => before + 1);
    setOpen(true);
  }, []);
  const hide = useCallback(() => setOpen(false), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        // The browser's own Ctrl-K leaves the page; a window that is open is finished first.
        event.preventDefault();
        if (isOpen) hide();
        else if (!isWindowOpen()) show();
      } else if (isSearchKey(event)) {
        event.preventDefault();
        show();
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [isOpen, hide, show]);

  return { isOpen, openings, show, hide };
}
