import type { FrozenMessage } from "./resend";

/** A rendered message and its number of items. */
export interface Rendered {
  count: number;
  message: FrozenMessage;
}
