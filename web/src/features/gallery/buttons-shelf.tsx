import { Heart, Settings } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { FavouriteButton } from "../../components/favourite-button.tsx";
import { SearchButton, ThemeToggle } from "../../components/header.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { nothing, Shelf } from "./shelf.tsx";

const VARIANTS = ["signal", "primary", "outline", "ghost", "danger"] as const;

/** Shows buttons. */
export function ButtonsShelf() {
  return (
    <Shelf title="Buttons">
      {VARIANTS.map((variant) => (
        <span key={variant} className="flex flex-wrap gap-2">
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
          <Button variant={variant} busy>
            busy
          </Button>
        </span>
      ))}
      <Button size="sm" variant="outline" icon={<Settings aria-hidden="true" size={16} />}>
        small, with an icon
      </Button>
      <IconButton label="With a frame">
        <Settings aria-hidden="true" size={16} />
      </IconButton>
      <IconButton label="Without a frame" framed={false}>
        <Settings aria-hidden="true" size={16} />
      </IconButton>
      <IconButton label="Disabled" disabled>
        <Settings aria-hidden="true" size={16} />
      </IconButton>
      <IconButton label="Pressed" aria-pressed>
        <Heart aria-hidden="true" size={16} className="fill-current text-danger" />
      </IconButton>
      <FavouriteButton agent={{ id: 1, name: "of agent 1" }} />
      <FavouriteButton agent={{ id: 4, name: "of agent 4" }} framed />
      <CopyButton text="copied" />
      <SearchButton onSearch={nothing} onLikely={nothing} />
      <ThemeToggle />
    </Shelf>
  );
}
