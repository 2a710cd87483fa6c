import type { ReactNode } from "react";
import { useDocumentTitle } from "../../lib/use-document-title.ts";

interface AuthFrameProps {
  readonly title: string;
  /** Beneath the title: what this is about, in a sentence or two. */
  readonly intro: ReactNode;
  readonly children: ReactNode;
}

/** The common layout of all sign-in screens. */
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
