import type { ComponentProps } from "react";

/** A link that a stranger wrote: it opens apart, learns nothing of this page and carries none of our good name. */
export function MarkdownLink({ href, children }: ComponentProps<"a">) {
  if (!href) return <span>{children}</span>;
  // A footnote's link stays on the page.
  if (href.startsWith("#")) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

function hostOf(address: string): string | null {
  try {
    return new URL(address).host;
  } catch {
    return null;
  }
}

/** A picture of a stranger would tell its host who reads and when: its address is a link, opened by a click alone. */
export function MarkdownPicture({ alt, src }: ComponentProps<"img">) {
  const address = typeof src === "string" ? src : "";
  const host = hostOf(address);
  const words = alt || "without a description";
  if (host === null) return <span>[Picture: {words}]</span>;
  return (
    <MarkdownLink href={address}>
      [Picture at {host}: {words}]
    </MarkdownLink>
  );
}
