import { PageHeading } from "../../components/page-heading.tsx";
import { useDocumentTitle } from "../../lib/use-document-title.ts";
import { AgentsShelf } from "./agents-shelf.tsx";
import { ButtonsShelf } from "./buttons-shelf.tsx";
import { ChartsShelf } from "./charts-shelf.tsx";
import { ChoicesShelf } from "./choices-shelf.tsx";
import { FieldsShelf } from "./fields-shelf.tsx";
import { FiguresShelf } from "./figures-shelf.tsx";
import { MarksShelf } from "./marks-shelf.tsx";
import { OverlaysShelf } from "./overlays-shelf.tsx";
import { RunsShelf } from "./runs-shelf.tsx";
import { StatesShelf } from "./states-shelf.tsx";
import { TextShelf } from "./text-shelf.tsx";
import { TracesShelf } from "./traces-shelf.tsx";
import { WorkflowsShelf } from "./workflows-shelf.tsx";

/** Every component in each state, in the theme that the header has; development builds only. */
export function GalleryPage() {
  useDocumentTitle("Components");
  return (
    <div className="page grid grid-cols-1 gap-12 pt-8 pb-16">
      <PageHeading title="Components" subtitle="Each in each state" />
      <ButtonsShelf />
      <MarksShelf />
      <FieldsShelf />
      <ChoicesShelf />
      <OverlaysShelf />
      <AgentsShelf />
      <FiguresShelf />
      <ChartsShelf />
      <RunsShelf />
      <TracesShelf />
      <WorkflowsShelf />
      <StatesShelf />
      <TextShelf />
    </div>
  );
}
