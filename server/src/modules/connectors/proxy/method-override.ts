import { RouteRefusal } from "../../../platform/run-routes/route-refusal.ts";

/**
 * Web frameworks (Rails, Laravel, Symfony) let a form say that a POST means another method: who may only send could
 * delete by it. As a header it is not passed on; here it is looked for in the query and in forms.
 */
const IN_A_FORM = /(^|[&;?])\s*_method\s*(=|&|;|$)/i;
const IN_A_PART = /content-disposition:[^\r\n]*_method/i;

/** @throws RouteRefusal 400 for a request that asks for another method than its own. */
export function refuseMethodOverride(
  query: string,
  contentType: string | undefined,
  body: Buffer | undefined,
): void {
  if (IN_A_FORM.test(decoded(query)) || isInBody(contentType?.toLowerCase(), body))
    throw new RouteRefusal("A request cannot ask for another method (_method) than its own.", {
      status: 400,
      code: "method_override",
    });
}

/** A body without a type is taken for a form. */
function isInBody(contentType: string | undefined, body: Buffer | undefined): boolean {
  if (body === undefined) return false;
  const isForm = contentType === undefined || contentType.includes("urlencoded");
  if (isForm && IN_A_FORM.test(decoded(body.toString("latin1")))) return true;
  return (contentType?.includes("multipart") ?? false) && IN_A_PART.test(body.toString("latin1"));
}

function decoded(form: string): string {
  return form
    .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("+", " ");
}
