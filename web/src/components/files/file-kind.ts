import type { Artifact } from "@stoa/contract/files";

/** How the app shows a file. `other` can only be downloaded. */
export type FileKind = "image" | "table" | "markdown" | "json" | "text" | "pdf" | "audio" | "video" | "other";

/** Image types that every browser shows and that cannot contain scripts. */
const IMAGES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"];
const AUDIO = /^audio\/(?:mpeg|mp4|aac|ogg|opus|wav|x-wav|wave|vnd\.wave|webm|flac|x-m4a)$/;
const VIDEO = /^video\/(?:mp4|webm|ogg|quicktime)$/;
const MARKUP = /\.(?:html?|xhtml|svg|xml)$/;

/** Returns how a file is shown. HTML and SVG can contain scripts, so they are never shown. */
export function getFileKind({ name, type }: Pick<Artifact, "name" | "type">): FileKind {
  const [media = ""] = type.toLowerCase().split(";");
  const lower = name.toLowerCase();
  if (IMAGES.includes(media)) return "image";
  if (AUDIO.test(media)) return "audio";
  if (VIDEO.test(media)) return "video";
  if (media === "application/pdf") return "pdf";
  if (media === "application/json") return "json";
  if (media === "text/csv" || media === "text/tab-separated-values") return "table";
  if (media === "text/markdown") return "markdown";
  // A server cannot tell these types from plain text by their content, so the name decides.
  if (media !== "text/plain" || MARKUP.test(lower)) return "other";
  if (/\.(?:csv|tsv)$/.test(lower)) return "table";
  if (/\.(?:md|markdown)$/.test(lower)) return "markdown";
  if (lower.endsWith(".json")) return "json";
  return "text";
}
