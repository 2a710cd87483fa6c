import { useEffect } from "react";

/** Sets the page's title for the browser tab and screen readers. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Stoa`;
  }, [title]);
}
