import { lazyRouteComponent } from "@tanstack/react-router";
import { Suspense } from "react";
import { Skeleton } from "../skeleton.tsx";
import type { FileFieldProps } from "./file-field.tsx";

const FileField = lazyRouteComponent(() => import("./file-field.tsx"));

/** Shows a file field. Its code loads with the first form that has one. */
export function LazyFileField(props: FileFieldProps) {
  return (
    <Suspense fallback={<Skeleton className="h-27 w-full" />}>
      <FileField {...props} />
    </Suspense>
  );
}
