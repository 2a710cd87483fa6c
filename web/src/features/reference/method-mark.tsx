import { cx } from "../../lib/class-names.ts";

const TONE: Readonly<Record<string, string>> = {
  GET: "text-info",
  POST: "text-ok",
  PUT: "text-warn",
  DELETE: "text-danger",
};

/** Shows the method of an operation. Its color says nothing that the word does not. */
export function MethodMark({ method, className }: { readonly method: string; readonly className?: string }) {
  return <span className={cx("mono font-semibold", TONE[method], className)}>{method}</span>;
}
