import { RESUME_TEXTS } from "@stoa/contract";
import type { FormPage, PageField } from "@stoa/workflow";
import { attribute, escaped } from "../../../platform/http/html.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** Returns an HTML page without scripts. */
export function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
<footer>${escaped(RESUME_TEXTS.asks)}</footer>
</body>
</html>
`;
}

/** Returns a page that shows a text and has no form. */
export const wordsPage = (title: string, words: string): string =>
  pageOf(title, `<p class="words" role="status">${escaped(words)}</p>`);

/**
 * Returns the page with the form. If `chosen` is set, only that button is shown, because the link named it. `problem`
 * is the error in the previous submission, and `values` are the values that were submitted.
 */
export function askingPage(
  page: FormPage,
  {
    chosen,
    problem,
    values = {},
  }: { chosen?: string; problem?: string; values?: Readonly<Record<string, unknown>> },
): string {
  const isChosen = page.buttons.some(({ value }) => value !== undefined && value === chosen);
  const buttons = isChosen ? page.buttons.filter(({ value }) => value === chosen) : page.buttons;
  const hasFiles = page.fields.some(({ kind }) => kind === "file");
  return pageOf(
    page.title,
    `${page.text === "" ? "" : `<p class="words">${escaped(page.text)}</p>`}
${problem === undefined ? "" : `<p class="error" role="alert">${escaped(problem)}</p>`}
<form method="post"${attribute("enctype", hasFiles ? "multipart/form-data" : undefined)}>
${page.fields.map((field, index) => shown(field, `field-${index}`, values[field.name])).join("\n")}
<div class="buttons">${buttons
      .map(
        ({ label, name, value }) =>
          `<button${attribute("name", name)}${attribute("value", value)}>${escaped(label)}</button>`,
      )
      .join("\n")}</div>
</form>`,
  );
}

function shown(field: PageField, id: string, sent: unknown): string {
  const { name, kind, label, required, several, choices } = field;
  const values = sent === undefined ? [field.value] : [sent].flat().map(String);
  const [value = ""] = values;
  if (kind === "hidden") return `<input type="hidden"${attribute("name", name)}${attribute("value", value)}>`;
  const words = `${escaped(label)}${required ? ` <small>(${escaped(RESUME_TEXTS.required)})</small>` : ""}`;
  const isGroup = kind === "radio" || kind === "checkbox" || (kind === "dropdown" && several);
  if (isGroup)
    return `<fieldset class="field"><legend>${words}</legend>${choicesOf(field, values)}</fieldset>`;
  const common = `${attribute("id", id)}${attribute("name", name)}${attribute("required", required)}`;
  const control =
    kind === "textarea"
      ? `<textarea${common}${attribute("placeholder", field.hint)}>${escaped(value)}</textarea>`
      : kind === "dropdown"
        ? `<select${common}><option value="">${escaped(RESUME_TEXTS.choose)}</option>${choices.map((choice) => `<option${attribute("selected", choice === value)}>${escaped(choice)}</option>`).join("")}</select>`
        : `<input${attribute("type", kind)}${common}${attribute("placeholder", field.hint)}${attribute("multiple", kind === "file" && several)}${attribute("step", kind === "number" ? "any" : undefined)}${attribute("value", kind === "file" ? undefined : value)}>`;
  return `<div class="field"><label for="${id}">${words}</label>${control}</div>`;
}

/** Returns radio buttons or checkboxes, each with its own label. */
function choicesOf({ name, kind, required, choices }: PageField, values: readonly string[]): string {
  const type = kind === "radio" ? "radio" : "checkbox";
  return choices
    .map(
      (choice) =>
        `<label class="choice"><input type="${type}"${attribute("name", name)}${attribute("value", choice)}${attribute("required", required && type === "radio")}${attribute("checked", values.includes(choice))}>${escaped(choice)}</label>`,
    )
    .join("");
}
