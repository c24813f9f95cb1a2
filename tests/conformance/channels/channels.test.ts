import { afterAll, beforeAll, describe } from "vitest";
import { type ChannelName, channelNames } from "@/channels/registry";
import type { Receiver } from "./receiver";
import { receivers } from "./receivers";
import { channelSuite } from "./suite";

const started = new Map<string, Receiver>();
beforeAll(async () => {
  // Start every receiver before the first test, because settings are read only once.
  for (const name of channelNames) started.set(name, await receivers[name]());
});
afterAll(() => Promise.all([...started.values()].map((receiver) => receiver.close())));

/** Receivers that differ from the defaults. */
const how: Partial<Record<ChannelName, Parameters<typeof channelSuite>[2]>> = {
  // Webhooks have no permanent rejection: every failure is retried.
  webhook: { refuses: false },
  // No deduplication: a repetition is sent after a minute and labeled.
  slack: { repeatMinutes: 2 },
  discord: { repeatMinutes: 2 },
  teams: { repeatMinutes: 2 },
  telegram: { repeatMinutes: 2 },
};

describe.each(channelNames)("%s", (name) => channelSuite(name, () => started.get(name)!, how[name]));
