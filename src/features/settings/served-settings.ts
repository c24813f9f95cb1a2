import type { DeliveryView, DeviceView } from "@/contract/account";
import type { KeyView } from "@/contract/api-key";
import type { DestinationView } from "@/contract/destination";
import type { ProfileView } from "@/contract/user";
import type { WatchListResponse } from "@/contract/watch";
import type { ZoneChoice } from "@/domain/time/time-zone";

export interface ServedSettings {
  profile: { user: ProfileView };
  devices: { sessions: DeviceView[] };
  deliveries: { deliveries: DeliveryView[] };
  destinations: { destinations: DestinationView[] };
  keys: { keys: KeyView[] };
  watches: WatchListResponse;
  hasFeed: boolean;
  hasBilling: boolean;
  hasTelegram: boolean;
  /** New email addresses are confirmed with a link. */
  isVerifying: boolean;
  /** Taken from the server, so both sides render the same list. */
  timeZones: readonly ZoneChoice[];
  now: string;
}
