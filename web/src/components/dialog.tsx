import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../lib/class-names.ts";
import { IconButton } from "./icon-button.tsx";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  /** Whether to hide the title bar, because the content has its own heading. */
  readonly titleHidden?: boolean;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
  readonly size?: "sm" | "md" | "lg";
}

/** The large size keeps its height while its content loads and changes. */
const SHAPE = {
  sm: "md:max-w-md",
  md: "md:max-w-2xl",
  lg: "h-[92dvh] md:h-[min(54rem,90dvh)] md:max-w-6xl",
} as const;

/**
 * Shows a modal dialog: focus stays inside and returns to its trigger, Escape closes it, and the page does not
 * scroll.
 */
export function Dialog({
  open,
  onClose,
  title,
  titleHidden = false,
  description,
  children,
  footer,
  size = "sm",
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        {/* A confirmation above a dialog also dims that dialog, so that the confirmation stands out. */}
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-overlay transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-50 flex items-end justify-center md:items-center md:p-6">
          <Base.Popup
            className={cx(
              "relative flex max-h-[92dvh] w-full flex-col overflow-hidden rounded-t-10 bg-bg shadow-overlay transition duration-150 md:rounded-10",
              "data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:opacity-0",
              SHAPE[size],
            )}
          >
            <header
              className={cx(
                "flex items-start justify-between gap-4 pt-5 pr-16 pl-5 md:pl-6",
                titleHidden ? "sr-only" : "pb-4",
              )}
            >
              <div>
                <Base.Title className="font-semibold text-22">{title}</Base.Title>
                {description !== undefined && (
                  <Base.Description className="mt-1.5 text-14 text-ink-2">{description}</Base.Description>
                )}
              </div>
            </header>
            <Base.Close
              className="absolute top-3 right-3 z-10"
              render={
                <IconButton label="Close" framed={false}>
                  <X aria-hidden="true" size={18} />
                </IconButton>
              }
            />
            {children !== undefined && (
              // `relative` contains the elements for screen readers, whose absolute position would otherwise extend the
              // dialog.
              <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-2 pb-4 md:px-6">
                {children}
              </div>
            )}
            {footer !== undefined && (
              <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-4 md:px-6">
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
