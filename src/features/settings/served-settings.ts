import type { DeliveryView, DeviceView } from "@/contract/account";
import type { KeyView } from "@/contract/api-key";
import type { DestinationView } from "@/contract/destination";
import type { ProfileView } from "@/contract/user";
import type { WatchListResponse } from "@/contract/watch";
import type { ZoneChoice } from "@/domain/time-zone";

/** Account data served with the page. */
export interface ServedSettings {
  profile: { user: ProfileView };
  devices: { sessions: DeviceView[] };
  deliveries: { deliveries: DeliveryView[] };
  destinations: { destinations: DestinationView[] };
  keys: { keys: KeyView[] };
  /** Only its counts are used. */
  watches: WatchListResponse;
  hasFeed: boolean;
  /** Whether this server sells Pro. */
  hasBilling: boolean;
  /** Whether this server has a Telegram bot. */
  hasTelegram: boolean;
  /** Selectable time zones. Taken from the server, so both sides render the same list. */
  timeZones: readonly ZoneChoice[];
  now: string;
}
