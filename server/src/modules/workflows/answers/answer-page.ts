import { RESUME_TEXTS } from "@stoa/contract";
import type { FormPage, PageField } from "@stoa/workflow";
import { escapeHtml, renderAttribute } from "../../../platform/http/html.ts";
import { PAGE_STYLE } from "./page-style.ts";

/** Returns an HTML page without scripts. */
export function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
<footer>${escapeHtml(RESUME_TEXTS.asks)}</footer>
</body>
</html>
`;
}

/** Returns a page that shows text and has no form. */
export const renderTextPage = (title: string, words: string): string =>
  renderPage(title, `<p class="words" role="status">${escapeHtml(words)}</p>`);

/**
 * Returns the page with the form. If `chosen` is set, only that button is shown, because the link named it. `problem`
 * is the error in the previous submission, and `values` are the values that were submitted.
 */
export function renderQuestionPage(
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
  return renderPage(
    page.title,
    `${page.text === "" ? "" : `<p class="words">${escapeHtml(page.text)}</p>`}
${problem === undefined ? "" : `<p class="error" role="alert">${escapeHtml(problem)}</p>`}
<form method="post"${renderAttribute("enctype", hasFiles ? "multipart/form-data" : undefined)}>
${page.fields.map((field, index) => renderField(field, `field-${index}`, values[field.name])).join("\n")}
<div class="buttons">${buttons
      .map(
        ({ label, name, value }) =>
          `<button${renderAttribute("name", name)}${renderAttribute("value", value)}>${escapeHtml(label)}</button>`,
      )
      .join("\n")}</div>
</form>`,
  );
}

function renderField(field: PageField, id: string, sent: unknown): string {
  const { name, kind, label, required, several, choices } = field;
  const values = sent === undefined ? [field.value] : [sent].flat().map(String);
  const [value = ""] = values;
  if (kind === "hidden")
    return `<input type="hidden"${renderAttribute("name", name)}${renderAttribute("value", value)}>`;
  const words = `${escapeHtml(label)}${required ? ` <small>(${escapeHtml(RESUME_TEXTS.required)})</small>` : ""}`;
  const isGroup = kind === "radio" || kind === "checkbox" || (kind === "dropdown" && several);
  if (isGroup)
    return `<fieldset class="field"><legend>${words}</legend>${renderChoices(field, values)}</fieldset>`;
  const common = `${renderAttribute("id", id)}${renderAttribute("name", name)}${renderAttribute("required", required)}`;
  const control =
    kind === "textarea"
      ? `<textarea${common}${renderAttribute("placeholder", field.hint)}>${escapeHtml(value)}</textarea>`
      : kind === "dropdown"
        ? `<select${common}><option value="">${escapeHtml(RESUME_TEXTS.choose)}</option>${choices.map((choice) => `<option${renderAttribute("selected", choice === value)}>${escapeHtml(choice)}</option>`).join("")}</select>`
        : `<input${renderAttribute("type", kind)}${common}${renderAttribute("placeholder", field.hint)}${renderAttribute("multiple", kind === "file" && several)}${renderAttribute("step", kind === "number" ? "any" : undefined)}${renderAttribute("value", kind === "file" ? undefined : value)}>`;
  return `<div class="field"><label for="${id}">${words}</label>${control}</div>`;
}

/** Returns radio buttons or checkboxes, each with its own label. */
function renderChoices({ name, kind, required, choices }: PageField, values: readonly string[]): string {
  const type = kind === "radio" ? "radio" : "checkbox";
  return choices
    .map(
      (choice) =>
        `<label class="choice"><input type="${type}"${renderAttribute("name", name)}${renderAttribute("value", choice)}${renderAttribute("required", required && type === "radio")}${renderAttribute("checked", values.includes(choice))}>${escapeHtml(choice)}</label>`,
    )
    .join("");
}
