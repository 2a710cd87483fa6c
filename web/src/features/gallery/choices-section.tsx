import { useState } from "react";
import { FacetList } from "../../components/facet-list.tsx";
import { FilterChip } from "../../components/filter-chip.tsx";
import { LoadMore } from "../../components/load-more.tsx";
import { Pagination } from "../../components/pagination.tsx";
import { SegmentedControl } from "../../components/segmented-control.tsx";
import { doNothing, GallerySection } from "./gallery-section.tsx";

/** Shows choices between a few options, and pagination. */
export function ChoicesSection() {
  const [choice, setChoice] = useState("all");
  return (
    <GallerySection title="Choices">
      <SegmentedControl
        label="Plain"
        value={choice}
        onChange={setChoice}
        options={[
          { value: "all", label: "All" },
          { value: "free", label: "Free" },
        ]}
      />
      <SegmentedControl
        label="With counts"
        value={choice}
        onChange={setChoice}
        options={[
          { value: "all", label: "All", count: 1482 },
          { value: "free", label: "Free", count: 3 },
        ]}
      />
      <SegmentedControl
        label="Counts not known yet"
        value={choice}
        onChange={setChoice}
        options={[
          { value: "all", label: "All", count: undefined },
          { value: "free", label: "Free", count: undefined },
        ]}
      />
      <div className="w-60">
        <FacetList
          title="Category"
          value={choice}
          onChange={setChoice}
          options={[
            { value: "all", label: "All", count: 12 },
            { value: "free", label: "Finance", count: 2 },
            { value: "none", label: "Healthcare", count: 0 },
          ]}
        />
      </div>
      <FilterChip label="Finance" onRemove={doNothing} />
      <Pagination hasPrevious={false} hasNext onPrevious={doNothing} onNext={doNothing} />
      <LoadMore hasMore busy={false} onMore={doNothing} />
      <LoadMore hasMore busy onMore={doNothing} label="Loading" />
    </GallerySection>
  );
}
