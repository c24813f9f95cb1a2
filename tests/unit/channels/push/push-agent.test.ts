import type { LookupAddress } from "node:dns";
import { expect, test, vi } from "vitest";
import { agent, isPrivateAddress } from "@/channels/push/push-agent";

const resolved = vi.hoisted(() => ({ addresses: [] as LookupAddress[] }));
vi.mock("node:dns", () => ({
  lookup: (_name: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
    callback(null, resolved.addresses),
}));

const of = (address: string): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 });

test.each<[string, boolean]>([
  ["127.0.0.1", true],
  ["10.1.2.3", true],
  ["172.31.255.255", true],
  ["172.32.0.1", false],
  ["192.168.1.1", true],
  ["169.254.169.254", true],
  ["100.64.0.1", true],
  ["0.0.0.0", true],
  ["224.0.0.1", true],
  ["255.255.255.255", true],
  ["142.250.80.42", false],
  ["::1", true],
  ["::", true],
  ["fd12::1", true],
  ["fe80::1", true],
  ["::ffff:10.0.0.1", true],
  ["::ffff:142.250.80.42", false],
  ["64:ff9b::a00:1", true],
  ["2607:f8b0:4009:80a::200a", false],
])("%s lies inside: %s", (address, expected) => {
  expect(isPrivateAddress(of(address))).toBe(expected);
});

function outcome(name: string, addresses: string[]): Promise<unknown> {
  resolved.addresses = addresses.map(of);
  return new Promise((resolve) =>
    agent.options.lookup!(name, { all: true }, (error, found) => resolve(error?.code ?? found)),
  );
}

test("a listed name that leads inside is not connected to, were it by one of its addresses", async () => {
  expect(await outcome("push.example", ["142.250.80.42"])).toEqual([of("142.250.80.42")]);
  expect(await outcome("push.example", ["142.250.80.42", "10.0.0.1"])).toBe("ERR_PRIVATE_ADDRESS");
  expect(await outcome("push.example", ["::ffff:127.0.0.1"])).toBe("ERR_PRIVATE_ADDRESS");
  // Only there where the operator has listed it.
  expect(await outcome("localhost", ["127.0.0.1"])).toEqual([of("127.0.0.1")]);
});
