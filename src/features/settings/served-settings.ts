import type { DeliveryView, DeviceView } from "@/contract/account";
import type { KeyView } from "@/contract/api-key";
import type { DestinationView } from "@/contract/destination";
import type { ProfileView } from "@/contract/user";
import type { WatchListResponse } from "@/contract/watch";
import type { ZoneChoice } from "@/domain/time-zone";

/** What the page has of the account when it is made. */
export interface ServedSettings {
  profile: { user: ProfileView };
  devices: { sessions: DeviceView[] };
  deliveries: { deliveries: DeliveryView[] };
  destinations: { destinations: DestinationView[] };
  keys: { keys: KeyView[] };
  /** For its counts. */
  watches: WatchListResponse;
  hasFeed: boolean;
  /** Whether Pro is sold here. */
  hasBilling: boolean;
  /** The time zones that can be chosen; the server's list, so that both sides show the same. */
  timeZones: readonly ZoneChoice[];
  now: string;
}
