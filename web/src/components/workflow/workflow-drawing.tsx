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
import { layOutArrows } from "./drawing-arrows.ts";
import { layOut, type PositionedNode } from "./drawing-layout.ts";
import { DrawnNode } from "./drawn-node.tsx";
import { findNodeByKey } from "./nearest-node.ts";
import { summarizeDrawing } from "./node-labels.ts";
import { getNodeState, type LatestRuns, type NodeState } from "./node-progress.ts";

/**
 * The limits of the zoom. At the minimum, names are still readable; at the maximum, lines and text still look sharp.
 */
const ZOOM = { least: 0.4, most: 1.5, step: 1.25, leastAtFirst: 0.85 } as const;

const clampZoom = (least: number, zoom: number) => Math.min(ZOOM.most, Math.max(least, zoom));

/** Manages the zoom of a diagram. At first, the diagram fits the width if its text stays readable. */
function useZoom(frame: RefObject<HTMLElement | null>, width: number) {
  const [zoom, setZoom] = useState(1);
  const getFittingZoom = () => Math.min(1, (frame.current?.clientWidth ?? width) / width);
  useLayoutEffect(() => {
    setZoom(clampZoom(ZOOM.leastAtFirst, Math.min(1, (frame.current?.clientWidth ?? width) / width)));
  }, [frame, width]);
  return {
    zoom,
    zoomIn: () => setZoom((now) => clampZoom(ZOOM.least, now * ZOOM.step)),
    zoomOut: () => setZoom((now) => clampZoom(ZOOM.least, now / ZOOM.step)),
    fit: () => setZoom(clampZoom(ZOOM.least, getFittingZoom())),
  };
}

/** Shows the buttons that change the zoom. */
function ZoomButtons({ zoomIn, zoomOut, fit }: Omit<ReturnType<typeof useZoom>, "zoom">) {
  return (
    <div className="flex shrink-0 gap-1">
      <IconButton label="Zoom out" framed={false} onClick={zoomOut}>
        <ZoomOut aria-hidden="true" size={16} />
      </IconButton>
      <IconButton label="Zoom in" framed={false} onClick={zoomIn}>
        <ZoomIn aria-hidden="true" size={16} />
      </IconButton>
      <IconButton label="Fit the diagram" framed={false} onClick={fit}>
        <Maximize aria-hidden="true" size={16} />
      </IconButton>
    </div>
  );
}

/** Moves the focus between nodes with the keyboard, and back to a node when its details close. */
function useNodeFocus(placed: readonly PositionedNode[], open: string | null) {
  const boxes = useRef(new Map<string, HTMLButtonElement>());
  const [focused, setFocused] = useState<string | undefined>(undefined);
  const shown = useRef(open);
  // Closing a node's details returns the focus to its box.
  useEffect(() => {
    if (open === null && shown.current !== null) boxes.current.get(shown.current)?.focus();
    shown.current = open;
  }, [open]);

  return {
    /** The node that the Tab key reaches. */
    tabStop: focused ?? open ?? findNodeByKey(placed, "", "Home"),
    onFocus: setFocused,
    onKeyDown: (event: KeyboardEvent) => {
      const to = findNodeByKey(placed, focused ?? "", event.key);
      if (to === undefined) return;
      event.preventDefault();
      boxes.current.get(to)?.focus();
    },
    keepBox: (name: string, box: HTMLButtonElement | null) => {
      if (box) boxes.current.set(name, box);
      else boxes.current.delete(name);
    },
  };
}

interface WorkflowDrawingProps {
  readonly drawing: Drawing;
  readonly latest: LatestRuns;
  /** Whether the run has ended, so that no further node will run. */
  readonly isOver: boolean;
  /** The name of the node whose details are shown. */
  readonly open: string | null;
  readonly onOpen: (node: string | null) => void;
  /** Details of the open node. */
  readonly children: ReactNode;
}

/** Draws a workflow as its author laid it out, with each node's state. Arrow keys move between nodes. */
export function WorkflowDrawing({ drawing, latest, isOver, open, onOpen, children }: WorkflowDrawingProps) {
  const panelId = useId();
  const frame = useRef<HTMLFieldSetElement>(null);
  const layout = useMemo(() => layOut(drawing.nodes), [drawing]);
  const arrows = useMemo(() => layOutArrows(layout.positionedNodes, drawing.connections), [layout, drawing]);
  const { zoom, ...zooming } = useZoom(frame, layout.width);
  const focus = useNodeFocus(layout.positionedNodes, open);
  const states = new Map<string, NodeState>(
    drawing.nodes.map(({ name, disabled }) => [name, getNodeState(latest.get(name), { disabled, isOver })]),
  );

  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex items-center justify-between gap-3">
        <p className="text-14 text-ink-2">
          {summarizeDrawing([...states.values()])}
          {drawing.is_cut && " Only part of the workflow is shown."}
        </p>
        <ZoomButtons {...zooming} />
      </div>
      <fieldset
        ref={frame}
        onKeyDown={focus.onKeyDown}
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
            {layout.positionedNodes.map((place) => {
              const { name } = place.node;
              return (
                <DrawnNode
                  key={name}
                  place={place}
                  state={states.get(name) ?? "waiting"}
                  run={latest.get(name)}
                  isOpen={open === name}
                  isTabStop={focus.tabStop === name}
                  panelId={panelId}
                  ref={(box) => focus.keepBox(name, box)}
                  onOpen={() => onOpen(open === name ? null : name)}
                  onFocus={() => focus.onFocus(name)}
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
