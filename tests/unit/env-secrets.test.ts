import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newSecrets } from "../../scripts/settings.mjs";
import { parseEnv } from "@/env";
import "../support/seeded";
import { testSettings } from "../support/settings";

const production = {
  ...testSettings,
  DATABASE_URL: "postgresql://127.0.0.1/earshot",
  NODE_ENV: "production",
};
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Returns the names of the settings in the startup error. */
function refused(settings: Record<string, string>): string[] {
  try {
    parseEnv({ ...production, ...settings });
    return [];
  } catch (error) {
    return [...(error as Error).message.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name!);
  }
}

describe("rejects secrets that can be guessed in production", () => {
  test.each([
    "a".repeat(32),
    "abcabcabcabcabcabcabcabcabcabcabc",
    "zephyrinzephyrinzephyrinzephyrin",
    "deadbeefdeadbeefdeadbeefdeadbeef",
    "abcdefghijklmnopqrstuvwxyzabcdef",
    "ZYXWVUTSRQPONMLKJIHGFEDCBA987654",
    "01234567890123456789012345678901",
    "0123456789abcdef0123456789abcdef",
    "aabbccddeeffgghhiijjkkllmmnnoopp",
    "acegikmoqsuwyacegikmoqsuwyacegik",
    "qwertyuiopasdfghjklzxcvbnm123456",
    "1q2w3e4r5t6y7u8i9o0p1q2w3e4r5t6y",
    "changemechangemechangemechangeme",
    "CHANGE_ME_CHANGE_ME_CHANGE_ME_12",
    "change-me-in-production-please-123",
    "secretsecretsecretsecretsecret123",
    "my-super-secret-password-password",
    "P4ssw0rdP4ssw0rdP4ssw0rdP4ssw0rd",
    "your-nextauth-secret-goes-here-123",
    "<generate-a-random-string-of-32>",
    "replace_me_with_openssl_rand_hex_32",
    "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
    "test-secret-test-secret-test-secret-test",
    base64("changemechangemechangemechangeme"),
    Buffer.from("passwordpasswordpassword").toString("hex"),
  ])("%s", (NEXTAUTH_SECRET) => {
    expect(refused({ NEXTAUTH_SECRET })).toEqual(["NEXTAUTH_SECRET"]);
  });

  test.each([
    ["CRON_SECRET", "changemechangeme"],
    ["METRICS_TOKEN", "abcdefghijklmnop"],
    ["ENCRYPTION_KEY", "A".repeat(43)],
    ["ENCRYPTION_KEY", Buffer.from(Array.from({ length: 32 }, (_, n) => n)).toString("base64url")],
    ["ENCRYPTION_KEY", `${testSettings.ENCRYPTION_KEY},${"A".repeat(43)}`],
    ["ENCRYPTION_KEY", Buffer.from("test-encryption-key-test-encrypt").toString("base64url")],
    ["STRIPE_WEBHOOK_SECRET", "whsec_xxxxxxxxxxxxxxxx"],
    ["RESEND_WEBHOOK_SECRET", `whsec_${base64("secretsecretsecret")}`],
    ["RESEND_WEBHOOK_SECRET", "whsec_your-secret-here"],
  ])("%s=%s", (name, value) => {
    expect(refused({ [name]: value })).toEqual([name]);
  });

  test("the message contains the name and the fix, but not the value", () => {
    const weak = {
      CRON_SECRET: "changemechangeme",
      STRIPE_WEBHOOK_SECRET: "whsec_changeme1234",
      PORT: "none",
    };
    let message = "";
    try {
      parseEnv({ ...production, ...weak });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toMatch(/^ {2}CRON_SECRET: .*run npm run secrets$/m);
    expect(message).toMatch(/^ {2}STRIPE_WEBHOOK_SECRET: .*copy the one that Stripe shows/m);
    expect(message).toMatch(/^ {2}PORT: must be/m);
    for (const value of Object.values(weak)) expect(message).not.toContain(value);
  });

  test("development accepts any secret", () => {
    expect(
      parseEnv({ ...production, NODE_ENV: "development", CRON_SECRET: "changemechangeme" }),
    ).toBeTruthy();
  });

  test("settings that are turned off are not checked", () => {
    expect(refused({ BILLING: "off", STRIPE_WEBHOOK_SECRET: "whsec_xxxxxxxxxxxxxxxx" })).toEqual([]);
  });
});

test("rejects equal secrets, but not equal keys within one setting", () => {
  const shared = newSecrets().CRON_SECRET;
  expect(refused({ CRON_SECRET: shared, METRICS_TOKEN: shared })).toEqual(["CRON_SECRET", "METRICS_TOKEN"]);
  expect(
    refused({ NEXTAUTH_SECRET: shared, ENCRYPTION_KEY: `${newSecrets().ENCRYPTION_KEY},${shared}` }),
  ).toEqual(["NEXTAUTH_SECRET", "ENCRYPTION_KEY"]);
  expect(refused({ CRON_SECRET: shared, RESEND_WEBHOOK_SECRET: `whsec_${shared}` })).toHaveLength(2);
  expect(refused({ ENCRYPTION_KEY: `${shared},${shared}` })).toEqual([]);
});

describe("accepts random secrets", () => {
  /**
   * fast-check prefers small and equal bytes, which generators never produce. Their hashes are like random
   * bytes.
   */
  const random = (length: number) =>
    fc
      .uint8Array({ minLength: 8, maxLength: 8 })
      .map((seed) => createHash("sha256").update(seed).digest().subarray(0, length));

  test.each<[string, number, BufferEncoding]>([
    ["npm run secrets", 32, "base64url"],
    ["openssl rand -hex 32", 32, "hex"],
    ["openssl rand -hex 16", 16, "hex"],
    ["openssl rand -base64 32", 32, "base64"],
    ["openssl rand -base64 24", 24, "base64"],
  ])("as %s prints them", (_command, length, encoding) => {
    const isStarted = (bytes: Buffer) => refused({ CRON_SECRET: bytes.toString(encoding) }).length === 0;
    fc.assert(fc.property(random(length), isStarted), { numRuns: 3_000 });
  });

  test("all values of npm run secrets", () => {
    for (let n = 0; n < 200; n += 1) expect(refused(newSecrets())).toEqual([]);
  });

  test("of the tests and the sandbox", () => {
    expect(refused({})).toEqual([]);
  });
});
