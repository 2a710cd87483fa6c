import type { WorkflowDrawing as Drawing } from "@stoa/contract/versions";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { IconButton } from "../icon-button.tsx";
import { ArrowLines } from "./arrow-lines.tsx";
import { arrowsOf } from "./drawing-arrows.ts";
import { layOut } from "./drawing-layout.ts";
import { DrawnNode } from "./drawn-node.tsx";
import { nodeByKey } from "./nearest-node.ts";
import { type LatestRuns, type NodeState, nodeState } from "./node-progress.ts";
import { drawingSummary } from "./node-words.ts";

/** At the minimum, names are still readable; at the maximum, nothing looks coarse. */
const ZOOM = { least: 0.4, most: 1.5, step: 1.25, leastAtFirst: 0.85 } as const;

const between = (least: number, zoom: number) => Math.min(ZOOM.most, Math.max(least, zoom));

/** Manages the zoom of a drawing. At first the drawing fits the width, if its text stays readable. */
function useZoom(frame: RefObject<HTMLElement | null>, width: number) {
  const [zoom, setZoom] = useState(1);
  const fitting = () => Math.min(1, (frame.current?.clientWidth ?? width) / width);
  useLayoutEffect(() => {
    setZoom(between(ZOOM.leastAtFirst, Math.min(1, (frame.current?.clientWidth ?? width) / width)));
  }, [frame, width]);
  return {
    zoom,
    zoomIn: () => setZoom((now) => between(ZOOM.least, now * ZOOM.step)),
    zoomOut: () => setZoom((now) => between(ZOOM.least, now / ZOOM.step)),
    fit: () => setZoom(between(ZOOM.least, fitting())),
  };
}

interface WorkflowDrawingProps {
  readonly drawing: Drawing;
  readonly latest: LatestRuns;
  /** Whether the run has ended, so that no further node will run. */
  readonly isOver: boolean;
  /** The node whose items are shown. */
  readonly open: string | null;
  readonly onOpen: (node: string | null) => void;
  /** Details of the open node. */
  readonly children: ReactNode;
}

/** Draws a workflow as its author laid it out, with each node's state. Arrow keys move between nodes. */
export function WorkflowDrawing({ drawing, latest, isOver, open, onOpen, children }: WorkflowDrawingProps) {
  const panelId = useId();
  const frame = useRef<HTMLFieldSetElement>(null);
  const boxes = useRef(new Map<string, HTMLButtonElement>());
  const layout = useMemo(() => layOut(drawing.nodes), [drawing]);
  const arrows = useMemo(() => arrowsOf(layout.placed, drawing.connections), [layout, drawing]);
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const { zoom, zoomIn, zoomOut, fit } = useZoom(frame, layout.width);
  const states = new Map<string, NodeState>(
    drawing.nodes.map(({ name, disabled }) => [name, nodeState(latest.get(name), { disabled, isOver })]),
  );
  const shown = useRef(open);
  // Closing a node's details returns the focus to its box.
  useEffect(() => {
    if (open === null && shown.current !== null) boxes.current.get(shown.current)?.focus();
    shown.current = open;
  }, [open]);
  const tabStop = focused ?? open ?? nodeByKey(layout.placed, "", "Home");

  function move(event: KeyboardEvent): void {
    const to = nodeByKey(layout.placed, focused ?? "", event.key);
    if (to === undefined) return;
    event.preventDefault();
    boxes.current.get(to)?.focus();
  }

  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-14 text-ink-2">
          {drawingSummary([...states.values()])}
          {drawing.is_cut && " Only a part of the file is drawn."}
        </p>
        <div className="flex shrink-0 gap-1">
          <IconButton label="Zoom out" framed={false} onClick={zoomOut}>
            <ZoomOut aria-hidden="true" size={16} />
          </IconButton>
          <IconButton label="Zoom in" framed={false} onClick={zoomIn}>
            <ZoomIn aria-hidden="true" size={16} />
          </IconButton>
          <IconButton label="Fit the drawing" framed={false} onClick={fit}>
            <Maximize aria-hidden="true" size={16} />
          </IconButton>
        </div>
      </div>
      <fieldset
        ref={frame}
        onKeyDown={move}
        className="max-h-112 min-w-0 max-md:max-h-80 overflow-auto rounded-4 border border-line bg-bg"
      >
        <legend className="sr-only">Workflow nodes: use the arrow keys to move between them</legend>
        <div
          className="relative mx-auto"
          style={{ width: layout.width * zoom, height: layout.height * zoom }}
        >
          <div
            className="absolute top-0 left-0 origin-top-left"
            style={{ width: layout.width, height: layout.height, transform: `scale(${zoom})` }}
          >
            <ArrowLines arrows={arrows} latest={latest} width={layout.width} height={layout.height} />
            {layout.placed.map((place) => {
              const { name } = place.node;
              return (
                <DrawnNode
                  key={name}
                  place={place}
                  state={states.get(name) ?? "waiting"}
                  run={latest.get(name)}
                  isOpen={open === name}
                  isTabStop={tabStop === name}
                  panelId={panelId}
                  ref={(box) => {
                    if (box) boxes.current.set(name, box);
                    else boxes.current.delete(name);
                  }}
                  onOpen={() => onOpen(open === name ? null : name)}
                  onFocus={() => setFocused(name)}
                />
              );
            })}
          </div>
        </div>
      </fieldset>
      {open !== null && <div id={panelId}>{children}</div>}
    </div>
  );
}
