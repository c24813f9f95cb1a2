import { expect, it } from "vitest";
import { GuardError } from "@/adapters/guarded-fetch/guard-error";
import { exchange } from "@/channels/posted/posted";
import { getChannel, type ChannelName } from "@/channels/registry";
import type { Outcome } from "@/domain/delivery/channel";
import { proxyResponses, vendorResponses } from "../../../support/vendor-responses";

const matches = (status: number, text = "", waitMs: number | null = null) => ({
  status,
  text,
  waitMs,
  words: "",
});
const toOutcome = (name: ChannelName, response: object): Partial<Outcome> =>
  (getChannel(name).classify([response]) as Outcome[])[0]!;
const json = (value: object) => JSON.stringify(value);

it.each([...vendorResponses, ...proxyResponses])(
  "%s: %o is classified as %s",
  (name, { status, text }, kind) => {
    expect(toOutcome(name, matches(status, text)).kind).toBe(kind);
  },
);

it.each(["webhook", "slack", "discord", "teams", "ntfy"] as const)("%s: waits for Retry-After", (name) => {
  expect(toOutcome(name, matches(429, "", 4_000))).toMatchObject({ kind: "later", waitMs: 4_000 });
});

it("discord: reads fractional retry_after and classifies 403 as a settings error", () => {
  const limited = matches(429, json({ retry_after: 0.65, global: false }), 1_000);
  expect(toOutcome("discord", limited)).toMatchObject({ waitMs: 650 });
  expect(toOutcome("discord", matches(403))).toMatchObject({ because: "settings", reason: "settings: 403" });
});

it("distinguishes messages that were not attempted from those that might have arrived", () => {
  expect(toOutcome("slack", { fault: "busy", waitMs: 7 })).toMatchObject({
    kind: "later",
    isUntried: true,
    waitMs: 7,
  });
  expect(toOutcome("slack", { fault: "unsent", words: "no such host" })).toMatchObject({
    kind: "later",
    words: "no such host",
  });
  expect(toOutcome("slack", { fault: "unclear", words: "no response within 15 s" })).toMatchObject({
    kind: "unknown",
    waitMs: 60_000,
  });
  expect(toOutcome("webhook", { fault: "unclear", words: "no response within 15 s" })).not.toHaveProperty(
    "waitMs",
  );
});

it.each([
  ["ETIMEOUT", "unsent"],
  ["ESERVFAIL", "unsent"],
  ["ECONNREFUSED", "unsent"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "unsent"],
  ["ETIMEDOUT", "unclear"],
  ["ECONNRESET", "unclear"],
  [undefined, "unclear"],
])("after %s, a message is %s", async (code, fault) => {
  const post = () => Promise.reject(new GuardError("network", "the connection failed", code));
  const { response } = await exchange("https://a.example/", { body: "{}" }, undefined, post);
  expect(response).toMatchObject({ fault });
});
