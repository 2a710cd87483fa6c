import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Facets, type FacetsProps } from "./facets.tsx";

/** The filters on a phone: a drawer, with the number found on its way out. */
export function FilterDrawer({ total, ...facets }: FacetsProps & { readonly total: number | undefined }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Filters" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" size={16} />
      </IconButton>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        footer={
          <Button className="w-full" onClick={() => setOpen(false)}>
            {total === undefined ? "Show agents" : `Show ${total} ${total === 1 ? "agent" : "agents"}`}
          </Button>
        }
      >
        <Facets {...facets} />
      </Dialog>
    </>
  );
}
