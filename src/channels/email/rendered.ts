import type { FrozenMessage } from "./resend";

/** A message ready to be frozen, and how many items it carries. */
export interface Rendered {
  count: number;
  message: FrozenMessage;
}
