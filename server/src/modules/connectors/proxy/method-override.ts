import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";

/**
 * Web frameworks (Rails, Laravel, Symfony) let a form declare another method for a POST, so an agent that may only POST
 * could delete. The header for this is not passed on. The query and forms are checked here.
 */
const IN_A_FORM = /(^|[&;?])\s*_method\s*(=|&|;|$)/i;
const IN_A_PART = /content-disposition:[^\r\n]*_method/i;

/** @throws RouteRefusal 400 if the query or the body contains the parameter `_method`. */
export function refuseMethodOverride(
  query: string,
  contentType: string | undefined,
  body: Buffer | undefined,
): void {
  if (IN_A_FORM.test(decodeForm(query)) || isInBody(contentType?.toLowerCase(), body))
    throw new RouteRefusal("A request cannot override its method (_method).", {
      status: 400,
      code: "method_override",
    });
}

/** Returns whether the body could declare a method. A body without a type is treated as a form. */
function isInBody(contentType: string | undefined, body: Buffer | undefined): boolean {
  if (body === undefined) return false;
  const isForm = contentType === undefined || contentType.includes("urlencoded");
  if (isForm && IN_A_FORM.test(decodeForm(body.toString("latin1")))) return true;
  return (contentType?.includes("multipart") ?? false) && IN_A_PART.test(body.toString("latin1"));
}

function decodeForm(form: string): string {
  return form
    .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("+", " ");
}
