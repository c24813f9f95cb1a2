import type { Channel, Given } from "@/domain/delivery/channel";
import { emailWay } from "./email/channel";
import { discord } from "./discord/channel";
import { ntfy } from "./ntfy/channel";
import { push } from "./push/channel";
import { slack } from "./slack/channel";
import { teams } from "./teams/channel";
import { telegram } from "./telegram/channel";
import { webhook } from "./webhook/channel";

const channels = {
  /** Evaluated on each use, because settings aren't loaded at import time. */
  get email() {
    return emailWay();
  },
  push,
  webhook,
  slack,
  discord,
  teams,
  ntfy,
  telegram,
} as const satisfies Record<string, Channel>;

export type ChannelName = keyof typeof channels;
export const channelNames = Object.keys(channels) as ChannelName[];

export function getChannel(name: ChannelName): Channel {
  return channels[name];
}

export function givenOf(name: ChannelName): Given | undefined {
  return getChannel(name).given;
}

/** The channels that the operator has configured. */
export function activeChannels(): ChannelName[] {
  return channelNames.filter((name) => getChannel(name).isOn());
}

export function givenChannels(): ChannelName[] {
  return channelNames.filter((name) => givenOf(name) !== undefined);
}
