import { useEffect, useEffectEvent, useState } from "react";

/** Files that are dropped anywhere in the window. @returns whether something is being dragged over it. */
export function useWindowDrop(onFile: (file: File) => void): boolean {
  const [dragged, setDragged] = useState(false);
  const take = useEffectEvent((event: DragEvent) => {
    event.preventDefault();
    setDragged(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
  });
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragged(false);
    };
    const drop = (event: DragEvent) => take(event);
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return dragged;
}
