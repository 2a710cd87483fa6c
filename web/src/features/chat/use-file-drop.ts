import { type DragEvent, useRef, useState } from "react";

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** Returns whether files are dragged over an element, and the handlers that make it take them. */
export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isDragged, setIsDragged] = useState(false);
  // Entering a child comes before leaving its parent, so the drag has left once as many elements were left as entered.
  const depth = useRef(0);
  const move = (by: number) => {
    depth.current += by;
    setIsDragged(depth.current > 0);
  };
  return {
    isDragged,
    handlers: {
      onDragEnter: (event: DragEvent) => hasFiles(event) && move(1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && move(-1),
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        move(-depth.current);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
