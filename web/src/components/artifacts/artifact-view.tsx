import type { Artifact } from "@stoa/contract/files";
import { useQuery } from "@tanstack/react-query";
import type { TablePreview } from "../../lib/file-output.ts";
import { Button } from "../button.tsx";
import { type FileKind, getFileKind } from "../files/file-kind.ts";
import { Skeleton } from "../skeleton.tsx";
import { ArtifactCard } from "./artifact-card.tsx";
import { ArtifactImage } from "./artifact-image.tsx";
import { type ArtifactLink, type ReloadArtifacts, useArtifactLink } from "./artifact-link.ts";
import { ArtifactAudio, ArtifactVideo } from "./artifact-media.tsx";
import { ArtifactPdf } from "./artifact-pdf.tsx";
import { ArtifactText, CutNote } from "./artifact-text.tsx";
import { parseTable } from "./table-rows.ts";
import { TableView } from "./table-view.tsx";
import { type ArtifactText as Loaded, useArtifactText } from "./use-artifact-text.ts";
import { useIsNear } from "./use-is-near.ts";

interface ArtifactViewProps {
  readonly artifact: Artifact;
  readonly preview: TablePreview | undefined;
  readonly reload: ReloadArtifacts;
}

/** Shows a file that an agent returned, or a card to download it if the app cannot show it. */
export function ArtifactView({ artifact, preview, reload }: ArtifactViewProps) {
  const link = useArtifactLink(artifact, reload);
  const kind = getFileKind(artifact);
  const content = renderContent(kind, artifact, link, preview);
  return (
    <ArtifactCard artifact={artifact} link={link}>
      {content}
    </ArtifactCard>
  );
}

function renderContent(kind: FileKind, artifact: Artifact, link: ArtifactLink, preview?: TablePreview) {
  const { name } = artifact;
  if (kind === "image") return <ArtifactImage name={name} link={link} />;
  if (kind === "pdf") return navigator.pdfViewerEnabled ? <ArtifactPdf name={name} link={link} /> : undefined;
  if (kind === "audio") return <ArtifactAudio name={name} link={link} />;
  if (kind === "video") return <ArtifactVideo name={name} link={link} />;
  if (kind === "table" || kind === "markdown" || kind === "json" || kind === "text")
    return <NearText artifact={artifact} kind={kind} link={link} />;
  if (preview !== undefined) return <TableView name={name} table={preview} total={preview.total} />;
  return undefined;
}

type TextKind = Extract<FileKind, "table" | "markdown" | "json" | "text">;

interface TextContentProps {
  readonly artifact: Artifact;
  readonly kind: TextKind;
  readonly link: ArtifactLink;
}

/** Loads a text once the reader comes near it, because a long chat may contain a hundred tables. */
function NearText(props: TextContentProps) {
  const { ref, isNear } = useIsNear();
  // Nothing loads yet, so the room for the text is empty.
  return <div ref={ref}>{isNear ? <TextContent {...props} /> : <div className="h-24" />}</div>;
}

function TextContent({ artifact, kind, link }: TextContentProps) {
  const text = useArtifactText(artifact.id, artifact.size, link);
  if (text.isError)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 px-3 py-2 text-14 text-ink-2">
        The content could not be loaded.
        <Button size="sm" variant="outline" busy={text.isFetching} onClick={() => void text.refetch()}>
          Retry
        </Button>
      </p>
    );
  if (text.data === undefined) return <Skeleton className="h-24 w-full" />;
  if (kind === "table") return <TableContent artifact={artifact} loaded={text.data} />;
  return <ArtifactText name={artifact.name} kind={kind} size={artifact.size} {...text.data} />;
}

function TableContent({ artifact, loaded }: { readonly artifact: Artifact; readonly loaded: Loaded }) {
  const { id, name, size } = artifact;
  // The parser loads with the first table.
  const table = useQuery({
    queryKey: ["artifact-table", id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => parseTable(loaded.text),
  });
  if (table.isError) return <ArtifactText name={name} kind="text" size={size} {...loaded} />;
  if (table.data === undefined) return <Skeleton className="h-24 w-full" />;
  return (
    <>
      <TableView name={name} table={table.data} />
      {loaded.isCut && <CutNote size={size} />}
    </>
  );
}
