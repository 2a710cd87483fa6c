import type { NodeType } from "../../../model/node-type.ts";
import { HUBSPOT } from "./descriptions/hubspot.ts";
import { SUPABASE } from "./descriptions/supabase.ts";

/** The nodes whose services are described as data: each file in `descriptions` is one service. */
export const DESCRIBED_NODES: readonly NodeType[] = [HUBSPOT, SUPABASE];
