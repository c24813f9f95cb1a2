import type { LookupAddress } from "node:dns";
import { expect, test, vi } from "vitest";
import { agent } from "@/channels/push/push-agent";

const resolved = vi.hoisted(() => ({ addresses: [] as LookupAddress[] }));
vi.mock("node:dns", () => ({
  lookup: (_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, resolved.addresses),
}));

const of = (address: string): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 });

function outcome(name: string, addresses: string[]): Promise<unknown> {
  resolved.addresses = addresses.map(of);
  return new Promise((resolve) =>
    agent.options.lookup!(name, { all: true }, (error, found) => resolve(error?.code ?? found)),
  );
}

test("rejects a listed host if any of its addresses is private", async () => {
  expect(await outcome("push.example", ["142.250.80.42"])).toEqual([of("142.250.80.42")]);
  expect(await outcome("push.example", ["142.250.80.42", "10.0.0.1"])).toBe("ERR_PRIVATE_ADDRESS");
  expect(await outcome("push.example", ["::ffff:127.0.0.1"])).toBe("ERR_PRIVATE_ADDRESS");
  // Only reached if the operator allowed it.
  expect(await outcome("localhost", ["127.0.0.1"])).toEqual([of("127.0.0.1")]);
});
