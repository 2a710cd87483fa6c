import { Heart, Settings } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { FavoriteButton } from "../../components/favorite-button.tsx";
import { SearchButton, ThemeToggle } from "../../components/header.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { doNothing, GallerySection } from "./gallery-section.tsx";

const VARIANTS = ["signal", "primary", "outline", "ghost", "danger"] as const;

export function ButtonsSection() {
  return (
    <GallerySection title="Buttons">
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
      <FavoriteButton agent={{ id: 1, name: "of agent 1" }} />
      <FavoriteButton agent={{ id: 4, name: "of agent 4" }} framed />
      <CopyButton text="copied" />
      <SearchButton onSearch={doNothing} onLikely={doNothing} />
      <ThemeToggle />
    </GallerySection>
  );
}
