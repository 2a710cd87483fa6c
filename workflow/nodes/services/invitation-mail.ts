import type { Invitation } from "./send-and-wait.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

const BUTTON =
  "display:inline-block;margin:0 12px 12px 0;padding:10px 18px;border-radius:6px;background:#1f2937;color:#ffffff;text-decoration:none";

/** The same invitation for programs that show HTML and for those that do not. */
export function invitationMail({ message, links }: Pick<Invitation, "message" | "links">) {
  const buttons = links.map(
    ({ label, url }) => `<a href="${escaped(url)}" style="${BUTTON}">${escaped(label)}</a>`,
  );
  return {
    text: [message, ...links.map(({ label, url }) => `${label}: ${url}`)].join("\n\n"),
    html: `<p>${escaped(message).replace(/\r?\n/g, "<br>")}</p>\n<p>${buttons.join("\n")}</p>`,
  };
}
