import { expect, test } from "vitest";
import { parseEnv } from "@/env";
import { testSettings } from "../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };

test("Upstash is optional, but its two settings must be set together", () => {
  const unset = { UPSTASH_REDIS_REST_URL: "", UPSTASH_REDIS_REST_TOKEN: " " };
  expect(parseEnv({ ...required, ...unset }).UPSTASH_REDIS_REST_URL).toBeUndefined();
  for (const name of Object.keys(unset))
    expect(() => parseEnv({ ...required, [name]: "" })).toThrow(
      /UPSTASH_REDIS_REST_TOKEN: (is not set|must be set together with UPSTASH_REDIS_REST_URL)/,
    );
  expect(() => parseEnv({ ...required, UPSTASH_REDIS_REST_URL: "redis://x" })).toThrow(
    /UPSTASH_REDIS_REST_URL: must be an http or https URL/,
  );
});
