import { useNavigate, useRouter } from "@tanstack/react-router";
import { Heart } from "lucide-react";
import { getServerDetail } from "../lib/http-error.ts";
import { notify } from "../lib/notify.ts";
import { useSignedIn } from "../lib/session.ts";
import { useFavorites, useMarkFavorite } from "../queries/favorites.ts";
import { IconButton } from "./icon-button.tsx";

interface FavoriteButtonProps {
  readonly agent: { readonly id: number; readonly name: string };
  readonly framed?: boolean;
}

const FAILED = "Failed to change your favorites. Please try again.";

/**
 * Shows a heart that marks an agent as a favorite. Visitors are sent to the sign-in page and return after signing in.
 */
export function FavoriteButton({ agent, framed = false }: FavoriteButtonProps) {
  const signedIn = useSignedIn();
  const favorites = useFavorites();
  const mark = useMarkFavorite();
  const navigate = useNavigate();
  const router = useRouter();
  const marked = signedIn && (favorites.data?.has(agent.id) ?? false);

  function toggle(): void {
    if (!signedIn) {
      void navigate({ to: "/signin", search: { return: router.latestLocation.href } });
      return;
    }
    mark.mutate(
      { agentId: agent.id, marked: !marked },
      { onError: (error) => notify.error(getServerDetail(error) ?? FAILED) },
    );
  }

  return (
    <IconButton label={`Favorite ${agent.name}`} aria-pressed={marked} framed={framed} onClick={toggle}>
      <Heart aria-hidden="true" size={16} className={marked ? "fill-current text-danger" : "text-ink-3"} />
    </IconButton>
  );
}
