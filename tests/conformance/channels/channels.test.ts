import { afterAll, beforeAll, describe } from "vitest";
import { type ChannelName, channelNames } from "@/channels/registry";
import type { Receiver } from "./receiver";
import { receivers } from "./receivers";
import { channelSuite } from "./suite";

const started = new Map<string, Receiver>();
beforeAll(async () => {
  // All before any is asked: settings are read once.
  for (const name of channelNames) started.set(name, await receivers[name]());
});
afterAll(() => Promise.all([...started.values()].map((receiver) => receiver.close())));

/** What the receivers of a channel have no answer for. */
const how: Partial<Record<ChannelName, Parameters<typeof channelSuite>[2]>> = {
  // What it does not take is tried again, whatever it says.
  webhook: { refuses: false },
  // They know no repetition: it comes after a minute, and says so.
  slack: { repeatMinutes: 2 },
  discord: { repeatMinutes: 2 },
  teams: { repeatMinutes: 2 },
};

describe.each(channelNames)("%s", (name) => channelSuite(name, () => started.get(name)!, how[name]));
