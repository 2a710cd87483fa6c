import { File, FileAudio, FileCode2, FileImage, FileText, FileVideo, Table2 } from "lucide-react";
import { type FileKind, getFileKind } from "./file-kind.ts";

const ICONS: Readonly<Record<FileKind, typeof File>> = {
  image: FileImage,
  table: Table2,
  markdown: FileText,
  json: FileCode2,
  text: FileText,
  pdf: FileText,
  audio: FileAudio,
  video: FileVideo,
  other: File,
};

/** Shows the icon of a file. It is decorative: the name is next to it. */
export function FileIcon({ name, type }: { readonly name: string; readonly type: string }) {
  const Icon = ICONS[getFileKind({ name, type })];
  return <Icon aria-hidden="true" size={18} className="shrink-0 text-ink-2" />;
}
