import { useState } from "react";
import { CodeBlock } from "../../components/code-block.tsx";
import { CodeExamples } from "../../components/code-examples.tsx";
import { Disclosure } from "../../components/disclosure.tsx";
import { LazyMarkdown } from "../../components/lazy-markdown.tsx";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { ChangedFiles } from "../../components/versions/changed-files.tsx";
import { SourcePatch } from "../../components/versions/source-patch.tsx";
import { GallerySection, Specimen } from "./gallery-section.tsx";
import { FILE_CHANGES, MARKDOWN, PATCH } from "./samples.ts";

/** Shows text from agents, code, and content that expands or scrolls. */
export function TextSection() {
  const [tab, setTab] = useState("one");
  return (
    <GallerySection title="Text">
      <div className="w-full min-w-0">
        <Tabs
          label="Example"
          value={tab}
          onChange={setTab}
          items={[
            { value: "one", label: "Markdown", panel: <LazyMarkdown text={MARKDOWN} /> },
            {
              value: "two",
              label: "Streaming",
              panel: <LazyMarkdown text={MARKDOWN.slice(0, 42)} streaming />,
            },
            {
              value: "three",
              label: "Code",
              panel: <CodeBlock code="curl https://example.com" language="curl" />,
            },
          ]}
        />
      </div>
      <Specimen name="Code examples">
        <CodeExamples agentId={1} input={{ message: "Hello" }} withSdk />
      </Specimen>
      <Specimen name="A version's differences">
        <SourcePatch patch={PATCH} />
      </Specimen>
      <Specimen name="A version's files that differ">
        <ChangedFiles changes={FILE_CHANGES} />
      </Specimen>
      <Specimen name="What unfolds">
        <Disclosure title="More">What was folded.</Disclosure>
      </Specimen>
      <Specimen name="What scrolls sideways">
        <ScrollRegion label="A wide line" framed>
          <p className="w-[100rem] p-4 text-14">Wider than the page.</p>
        </ScrollRegion>
      </Specimen>
    </GallerySection>
  );
}
