import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/**
 * Drops what was loaded for a person when their session ends. What a public page still shows is loaded again as a
 * visitor sees it, and stays on the screen until then.
 */
export function useForgetSessionData(signedIn: boolean): void {
  const client = useQueryClient();
  const wasSignedIn = useRef(signedIn);
  useEffect(() => {
    const hasEnded = wasSignedIn.current && !signedIn;
    wasSignedIn.current = signedIn;
    if (!hasEnded) return;
    client.removeQueries({ type: "inactive" });
    void client.invalidateQueries();
  }, [client, signedIn]);
}
