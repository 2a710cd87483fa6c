import { getRouteApi } from "@tanstack/react-router";
import { StudioPage } from "../../features/studio/studio-page.tsx";

const studio = getRouteApi("/session/developer-studio");
const upload = getRouteApi("/session/upload");

/** Shows /developer-studio; filters, the expanded agent and the open dialog are in the URL. */
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

/** Shows /upload: the studio with its upload dialog open. Closing the dialog leads to /developer-studio. */
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
