import type { Channel } from "@/domain/channel";
import { emailWay } from "./email/channel";
import { push } from "./push/channel";

/** Every way out. One more is its folder and a line here. */
const channels = {
  /** Read with each use, because settings are known after the start. */
  get email() {
    return emailWay();
  },
  push,
} as const satisfies Record<string, Channel>;

export type ChannelName = keyof typeof channels;
export const channelNames = Object.keys(channels) as ChannelName[];

export function channelOf(name: ChannelName): Channel {
  return channels[name];
}
