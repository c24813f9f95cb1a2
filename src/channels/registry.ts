import type { Channel, Given } from "@/domain/channel";
import { emailWay } from "./email/channel";
import { discord } from "./discord/channel";
import { ntfy } from "./ntfy/channel";
import { push } from "./push/channel";
import { slack } from "./slack/channel";
import { teams } from "./teams/channel";
import { webhook } from "./webhook/channel";

/** Every way out. One more is its folder and a line here. */
const channels = {
  /** Read with each use, because settings are known after the start. */
  get email() {
    return emailWay();
  },
  push,
  webhook,
  slack,
  discord,
  teams,
  ntfy,
} as const satisfies Record<string, Channel>;

export type ChannelName = keyof typeof channels;
export const channelNames = Object.keys(channels) as ChannelName[];

export function channelOf(name: ChannelName): Channel {
  return channels[name];
}

/** Whether people give the addresses of a channel, and how. */
export function givenOf(name: ChannelName): Given | undefined {
  return channelOf(name).given;
}

/** Those whose addresses people give. */
export function givenChannels(): ChannelName[] {
  return channelNames.filter((name) => givenOf(name) !== undefined);
}
