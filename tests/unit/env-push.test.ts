import { createECDH } from "node:crypto";
import { expect, test } from "vitest";
import { parseEnv } from "@/env";
import { makeVapidKeys, pushSettings } from "../../scripts/settings.mjs";
import { testSettings } from "../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const keys = makeVapidKeys();

test("generated keys are a valid pair", () => {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(Buffer.from(keys.VAPID_PRIVATE_KEY, "base64url"));
  expect(ecdh.getPublicKey().toString("base64url")).toBe(keys.VAPID_PUBLIC_KEY);
  expect(parseEnv({ ...required, ...keys })).toMatchObject(keys);
});

test.each([
  [{ VAPID_PUBLIC_KEY: keys.VAPID_PUBLIC_KEY }, /VAPID_PRIVATE_KEY: is not set/],
  [{ VAPID_PRIVATE_KEY: keys.VAPID_PRIVATE_KEY }, /VAPID_PRIVATE_KEY: must be set together with/],
  [{ ...keys, VAPID_PUBLIC_KEY: keys.VAPID_PRIVATE_KEY }, /VAPID_PUBLIC_KEY: must be 65 bytes/],
])("rejects a single key or an invalid one", (set, fault) => {
  expect(() => parseEnv({ ...required, ...set })).toThrow(fault);
});

test("a quick start adds the sandbox's push service to the default or configured hosts", () => {
  expect(pushSettings({}, "127.0.0.1:4101", ".data")).toEqual({
    PUSH_HOSTS: `${parseEnv(required).PUSH_HOSTS},127.0.0.1:4101`,
    NODE_EXTRA_CA_CERTS: ".data/push-certificate.pem",
  });
  expect(pushSettings({ PUSH_HOSTS: "push.example" }, "127.0.0.1:1", ".data").PUSH_HOSTS).toBe(
    "push.example,127.0.0.1:1",
  );
});
