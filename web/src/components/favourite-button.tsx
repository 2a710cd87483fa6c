import { useNavigate, useRouter } from "@tanstack/react-router";
import { Heart } from "lucide-react";
import { serverDetail } from "../lib/http-error.ts";
import { notify } from "../lib/notify.ts";
import { useSignedIn } from "../lib/session.ts";
import { useFavourites, useMarkFavourite } from "../queries/favourites.ts";
import { IconButton } from "./icon-button.tsx";

interface FavouriteButtonProps {
  readonly agent: { readonly id: number; readonly name: string };
  readonly framed?: boolean;
}

const FAILED = "Failed to change your favourites. Please try again.";

/** Shows a heart that marks an agent as a favorite. A visitor is sent to sign in and then returns. */
export function FavouriteButton({ agent, framed = false }: FavouriteButtonProps) {
  const signedIn = useSignedIn();
  const favourites = useFavourites();
  const mark = useMarkFavourite();
  const navigate = useNavigate();
  const router = useRouter();
  const marked = signedIn && (favourites.data?.has(agent.id) ?? false);

  function toggle(): void {
    if (!signedIn) {
      void navigate({ to: "/signin", search: { return: router.latestLocation.href } });
      return;
    }
    mark.mutate(
      { agentId: agent.id, marked: !marked },
      { onError: (error) => notify.error(serverDetail(error) ?? FAILED) },
    );
  }

  return (
    <IconButton label={`Favourite ${agent.name}`} aria-pressed={marked} framed={framed} onClick={toggle}>
      <Heart aria-hidden="true" size={16} className={marked ? "fill-current text-danger" : "text-ink-3"} />
    </IconButton>
  );
}
