import "sonner/dist/styles.css";
import { useEffect } from "react";
import { Toaster as Sonner } from "sonner";
import { releaseToasts } from "../lib/notify.ts";
import { useTheme } from "../lib/theme.ts";

/** Shows toasts, styled with our design tokens. */
export default function Toaster() {
  useEffect(releaseToasts, []);
  return (
    <Sonner
      theme={useTheme()}
      position="bottom-right"
      duration={5000}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "wrap-anywhere flex max-h-[80vh] w-full items-start overflow-y-auto gap-3 rounded-6 bg-raised px-4 py-3 text-14 text-ink shadow-overlay font-sans [&_[data-icon]]:mt-0.5",
          success: "[&_[data-icon]]:text-ok",
          error: "[&_[data-icon]]:text-danger",
        },
      }}
    />
  );
}
