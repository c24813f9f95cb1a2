import { expect, test } from "vitest";
import { parseEnv } from "@/env";
import { testSettings } from "../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const withoutStripe = Object.fromEntries(
  Object.entries(required).filter(([name]) => !name.startsWith("STRIPE_")),
);
const wrongStripe = {
  STRIPE_SECRET_KEY: "pk_1",
  STRIPE_PRICE_MONTHLY: "monthly",
  STRIPE_API_URL: "stripe",
  STRIPE_AUTOMATIC_TAX: "perhaps",
};

test("sells Pro by default and then requires all Stripe settings", () => {
  expect(parseEnv(required).BILLING).toBe("on");
  const missing =
    /settings:\n {2}STRIPE_SECRET_KEY: is not set\n {2}STRIPE_WEBHOOK_SECRET: is not set\n {2}STRIPE_PRICE_MONTHLY: is not set\n {2}STRIPE_PRICE_YEARLY: is not set\nSee/;
  expect(() => parseEnv(withoutStripe)).toThrow(missing);
  expect(() => parseEnv({ ...withoutStripe, BILLING: "on" })).toThrow(missing);
});

test("ignores Stripe settings with BILLING=off", () => {
  for (const input of [{}, required, wrongStripe]) {
    const read = parseEnv({ ...withoutStripe, ...input, BILLING: "off" });
    expect(read).toEqual(parseEnv({ ...withoutStripe, BILLING: "off" }));
    expect(read.STRIPE_SECRET_KEY).toBeUndefined();
  }
});

test("rejects other values of BILLING and also reports invalid Stripe settings", () => {
  const parse = () => parseEnv({ ...required, ...wrongStripe, BILLING: "no" });
  expect(parse).toThrow(/BILLING: must be on or off/);
  expect(parse).toThrow(/STRIPE_SECRET_KEY: must start with sk_ or rk_/);
});
