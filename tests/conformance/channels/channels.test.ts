import { afterAll, beforeAll, describe } from "vitest";
import { channelNames } from "@/channels/registry";
import { type Receiver, receivers } from "./receivers";
import { channelSuite } from "./suite";

const started = new Map<string, Receiver>();
beforeAll(async () => {
  // All before any is asked: settings are read once.
  for (const name of channelNames) started.set(name, await receivers[name]());
});
afterAll(() => Promise.all([...started.values()].map((receiver) => receiver.close())));

describe.each(channelNames)("%s", (name) => channelSuite(name, () => started.get(name)!));
