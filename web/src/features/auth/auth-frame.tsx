import type { ReactNode } from "react";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

interface AuthFrameProps {
  readonly title: string;
  /** An explanation of one or two sentences below the title. */
  readonly intro: ReactNode;
  readonly children: ReactNode;
}

/** Lays out all sign-in screens. */
export function AuthFrame({ title, intro, children }: AuthFrameProps) {
  useDocumentTitle(title);
  return (
    <div className="page grid justify-items-center py-12 md:py-20">
      <div className="w-full max-w-[26rem]">
        <h1 className="text-36">{title}</h1>
        <div role="status" className="mt-2 text-14 text-ink-2">
          {intro}
        </div>
        {children}
      </div>
    </div>
  );
}
