import { afterEach, expect, test, vi } from "vitest";
import { clientAddress } from "@/server/http/client-address";

const requested = (headers: Record<string, string>) =>
  clientAddress(new Request("http://localhost/", { headers }));
const own = "x-earshot-client-address";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["::FFFF:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:0:0:ffff::", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b:1:2:3:4:192.0.2.7", "64:ff9b:1:2::/64"],
  ["", "unknown"],
])("counts %s as %s", (address, key) => {
  expect(requested({ [own]: address })).toBe(key);
});

test("ignores other headers, and trusts only Vercel's own on Vercel", () => {
  const claimed = {
    "x-forwarded-for": "6.6.6.6",
    "x-real-ip": "6.6.6.6",
    "x-vercel-forwarded-for": "6.6.6.6",
  };
  expect(requested(claimed)).toBe("unknown");
  vi.stubEnv("VERCEL", "1");
  expect(requested({ ...claimed, [own]: "7.7.7.7", "x-vercel-forwarded-for": "192.0.2.7" })).toBe(
    "192.0.2.7",
  );
});
