import { CATEGORIES, CATEGORY_NAMES } from "@stoa/contract/catalog-labels";
import { Select } from "../../components/select.tsx";
import { MAX_PRICES, type MaxPrice, type Need } from "./need.ts";

const ANY = "any";
const CATEGORY_OPTIONS = [
  { value: ANY, label: "Any category" },
  ...CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] })),
];
const getPriceLabel = (price: MaxPrice) => (price === "0" ? "Free" : `Up to $${price} per 1M`);
const PRICES = [
  { value: ANY, label: "Any price" },
  ...MAX_PRICES.map((value) => ({ value, label: getPriceLabel(value) })),
];

interface NeedFiltersProps {
  readonly need: Need;
  readonly onNeed: (need: Need) => void;
}

/** Shows the filters of a need: category and maximum price. */
export function NeedFilters({ need, onNeed }: NeedFiltersProps) {
  return (
    <div className="flex gap-2 max-md:w-full">
      <Select
        aria-label="Category"
        className="w-44 max-md:flex-1"
        value={need.category ?? ANY}
        options={CATEGORY_OPTIONS}
        onChange={({ target }) =>
          onNeed({ ...need, category: CATEGORIES.find((option) => option === target.value) })
        }
      />
      <Select
        aria-label="Highest price"
        className="w-48 max-md:flex-1"
        value={need.maxPrice ?? ANY}
        options={PRICES}
        onChange={({ target }) =>
          onNeed({ ...need, maxPrice: MAX_PRICES.find((price) => price === target.value) })
        }
      />
    </div>
  );
}
