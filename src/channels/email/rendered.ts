import type { FrozenMessage } from "./resend";

export interface Rendered {
  count: number;
  message: FrozenMessage;
}
