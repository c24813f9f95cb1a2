import { expect, test } from "vitest";
import { parseEnv } from "@/env";
import { testSettings } from "../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const parsed = (value: string) => parseEnv({ ...required, LOCAL_ADDRESSES: value }).LOCAL_ADDRESSES;

test("allows no private addresses by default", () => {
  expect(parsed("")).toBeUndefined();
});

test("normalizes hosts, hosts with a port, and networks", () => {
  expect(parsed(" NAS.lan, 127.0.0.1:8080 ,192.168.1.0/24,fd00::/8,db:80,router:443")).toEqual([
    ...["nas.lan", "127.0.0.1:8080", "192.168.1.0/24", "fd00::/8", "db:80", "router:443"],
  ]);
  expect(parsed("[::1]:8080,[0:0:0:0:0:0:0:1],fd00:0:0::1,bücher.lan,127.1")).toEqual([
    ...["::1:8080", "::1", "fd00::1", "xn--bcher-kva.lan", "127.0.0.1"],
  ]);
});

test.each([
  ["http://secret.lan"],
  ["secret.lan/"],
  ["secret.lan/24"],
  ["10.0.0.0/33"],
  ["10.0.0/8"],
  ["secret.lan:0"],
  ["secret.lan:65536"],
  ["secret.lan:"],
  ["secret.lan:80:80"],
  ["user@secret.lan"],
  ["*.secret.lan"],
  ["secret lan"],
  ["[secret.lan]"],
  ["secret.lan,,nas.lan"],
  [","],
  ["999.1.1.1"],
])("rejects %s without repeating it in the message", (value) => {
  let result = "";
  try {
    parsed(value);
  } catch (error) {
    result = String(error);
  }
  expect(result).toMatch(
    /\n {2}LOCAL_ADDRESSES: must be a comma-separated list of hosts, host:port pairs or CIDR/,
  );
  expect(result).not.toContain("secret");
});
