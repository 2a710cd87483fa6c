import type { Category } from "@stoa/contract/catalog";
import { FRAMEWORK_NAMES } from "@stoa/contract/catalog-labels";
import type { Template } from "@stoa/contract/templates";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Disclosure } from "../../../components/disclosure.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Field } from "../../../components/field.tsx";
import { FrameworkMark } from "../../../components/framework.tsx";
import { IconButton } from "../../../components/icon-button.tsx";
import { Select } from "../../../components/select.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { notify } from "../../../lib/notify.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { fetchTemplate, useTemplates } from "../../../queries/templates.ts";

interface TemplatePickerProps {
  readonly onFile: (file: File, category: Category) => void;
}

/** Lists the templates to start from; each can be uploaded and run unchanged. */
export function TemplatePicker({ onFile }: TemplatePickerProps) {
  return (
    <Disclosure title="Start from a template">
      <Templates onFile={onFile} />
    </Disclosure>
  );
}

/** Returns the kind of a template: its library, its framework, Python, or "Without code". */
function getKind({ library, framework, agent_type }: Template): string {
  if (library !== null) return library;
  if (agent_type === "declarative") return "Without code";
  return framework === "stoa" ? "Python" : FRAMEWORK_NAMES[framework];
}

function Templates({ onFile }: TemplatePickerProps) {
  const catalog = useTemplates();
  const [kind, setKind] = useState("");
  if (!catalog.data) {
    return catalog.isError ? (
      <ErrorState title="Failed to load the templates" onRetry={() => catalog.refetch()} />
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }
  const { templates } = catalog.data;
  const kinds = [...new Set(templates.map(getKind))];
  return (
    <div className="space-y-3">
      <Field label="Framework">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={(event) => setKind(event.target.value)}
            options={[
              { value: "", label: `All (${templates.length} templates)` },
              ...kinds.map((name) => ({ value: name, label: name })),
            ]}
          />
        )}
      </Field>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto border border-line bg-surface">
        {templates
          .filter((template) => kind === "" || getKind(template) === kind)
          .map((template) => (
            <TemplateRow key={template.id} template={template} onFile={onFile} />
          ))}
      </ul>
    </div>
  );
}

function TemplateRow({ template, onFile }: TemplatePickerProps & { readonly template: Template }) {
  const fetched = { onError: () => notify.error("Failed to load the template") };
  const use = useMutation({
    mutationFn: async () => onFile(await fetchTemplate(template), template.category),
    ...fetched,
  });
  const save = useMutation({ mutationFn: async () => saveFile(await fetchTemplate(template)), ...fetched });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium text-14">{template.name}</span>
          <Badge>{template.difficulty}</Badge>
          <FrameworkMark framework={template.framework} name={getKind(template)} />
        </p>
        <p className="mt-0.5 text-14 text-ink-2">{template.description}</p>
      </div>
      {/* Both buttons are in one element, so that they move below the text together on a phone. */}
      <div className="flex items-center gap-x-4">
        <IconButton
          label={`Save ${template.filename}`}
          disabled={save.isPending}
          onClick={() => save.mutate()}
        >
          <Download aria-hidden="true" size={16} />
        </IconButton>
        <Button variant="outline" size="sm" busy={use.isPending} onClick={() => use.mutate()}>
          Use<span className="sr-only"> the template {template.name}</span>
        </Button>
      </div>
    </li>
  );
}
