import { afterAll, beforeAll, describe } from "vitest";
import { type ChannelName, channelNames } from "@/channels/registry";
import type { Receiver } from "./receiver";
import { receivers } from "./receivers";
import { channelSuite } from "./suite";

const started = new Map<string, Receiver>();
beforeAll(async () => {
  // Start all of them before the first test, because settings are read only once.
  for (const name of channelNames) started.set(name, await receivers[name]());
});
afterAll(() => Promise.all([...started.values()].map((receiver) => receiver.close())));

/** Where a channel's receiver differs from the defaults. */
const how: Partial<Record<ChannelName, Parameters<typeof channelSuite>[2]>> = {
  // Failed messages are retried, whatever the response says.
  webhook: { refuses: false },
  // No deduplication: a repetition is sent after a minute and labeled.
  slack: { repeatMinutes: 2 },
  discord: { repeatMinutes: 2 },
  teams: { repeatMinutes: 2 },
};

describe.each(channelNames)("%s", (name) => channelSuite(name, () => started.get(name)!, how[name]));
