import { getRouteApi } from "@tanstack/react-router";
import { StudioPage } from "../../features/studio/studio-page.tsx";

const studio = getRouteApi("/session/developer-studio");
const upload = getRouteApi("/session/upload");

/** /developer-studio: filters, the unfolded agent and the open window are in the address. */
export function StudioScreen() {
  const search = studio.useSearch();
  const navigate = studio.useNavigate();
  return (
    <StudioPage
      search={search}
      onSearch={(next, replace) => navigate({ search: { ...next }, replace, resetScroll: false })}
    />
  );
}

/** /upload: the same screen with its upload dialog open. Closing the dialog leads to /developer-studio. */
export function UploadScreen() {
  const search = upload.useSearch();
  const navigate = upload.useNavigate();
  return (
    <StudioPage
      search={{ ...search, open: "upload" }}
      onSearch={(next, replace) =>
        navigate({ to: "/developer-studio", search: { ...next }, replace, resetScroll: false })
      }
    />
  );
}
