import { expect, it } from "vitest";
import { channelOf, type ChannelName } from "@/channels/registry";
import type { Outcome } from "@/domain/channel";

const heard = (status: number, text = "", waitMs: number | null = null) => ({
  status,
  text,
  waitMs,
  words: "",
});
const outcomeOf = (name: ChannelName, answer: object): Partial<Outcome> =>
  (channelOf(name).classify([answer]) as Outcome[])[0]!;
const json = (value: object) => JSON.stringify(value);

/** Each answer that a receiver's vendor documents, and what it means. */
it.each<[ChannelName, ReturnType<typeof heard>, Outcome["kind"]]>([
  ["webhook", heard(200), "sent"],
  ["webhook", heard(204), "sent"],
  ["webhook", heard(301), "later"],
  ["webhook", heard(400), "later"],
  ["webhook", heard(401), "later"],
  ["webhook", heard(404), "later"],
  ["webhook", heard(410), "gone"],
  ["webhook", heard(429), "later"],
  ["webhook", heard(503), "later"],
  ["slack", heard(200, "ok"), "sent"],
  ["slack", heard(400, "invalid_payload"), "refused"],
  ["slack", heard(400, "no_text"), "refused"],
  ["slack", heard(403, "action_prohibited"), "gone"],
  ["slack", heard(403, "invalid_token"), "gone"],
  ["slack", heard(403, "something new"), "later"],
  ["slack", heard(404, "channel_not_found"), "gone"],
  ["slack", heard(404, "no_service"), "gone"],
  ["slack", heard(404, "<html>a proxy's page</html>"), "later"],
  ["slack", heard(410, "channel_is_archived"), "gone"],
  ["slack", heard(403, "channel_is_archived"), "gone"],
  ["slack", heard(302), "later"],
  ["slack", heard(429), "later"],
  ["slack", heard(500, "rollup_error"), "later"],
  ["discord", heard(200), "sent"],
  ["discord", heard(204), "sent"],
  ["discord", heard(400, json({ code: 50035 })), "refused"],
  ["discord", heard(401, json({ code: 50027 })), "gone"],
  ["discord", heard(404, json({ code: 10015 })), "gone"],
  ["discord", heard(401, json({ code: 0 })), "later"],
  ["discord", heard(403, "<html>"), "later"],
  ["discord", heard(404, "null"), "later"],
  ["discord", heard(429, json({ retry_after: 0.65 })), "later"],
  ["discord", heard(502), "later"],
  ["teams", heard(202), "sent"],
  ["teams", heard(400), "refused"],
  ["teams", heard(401), "gone"],
  ["teams", heard(404), "gone"],
  ["teams", heard(410), "gone"],
  ["teams", heard(413), "refused"],
  ["teams", heard(429), "later"],
  ["teams", heard(504), "later"],
  ["ntfy", heard(200), "sent"],
  ["ntfy", heard(400), "refused"],
  ["ntfy", heard(401), "gone"],
  ["ntfy", heard(403), "gone"],
  ["ntfy", heard(404), "gone"],
  ["ntfy", heard(413), "refused"],
  ["ntfy", heard(429), "later"],
  ["ntfy", heard(507), "later"],
])("%s: %o means %s", (name, answer, kind) => {
  expect(outcomeOf(name, answer).kind).toBe(kind);
});

it.each(["webhook", "slack", "discord", "teams", "ntfy"] as const)(
  "%s: waits as long as it is asked to",
  (name) => {
    expect(outcomeOf(name, heard(429, "", 4_000))).toMatchObject({ kind: "later", waitMs: 4_000 });
  },
);

it("Discord tells its wait in seconds with decimals, and troubles of our address are the operator's", () => {
  const limited = heard(429, json({ retry_after: 0.65, global: false }), 1_000);
  expect(outcomeOf("discord", limited)).toMatchObject({ waitMs: 650 });
  expect(outcomeOf("discord", heard(403))).toMatchObject({ because: "settings", reason: "settings: 403" });
});

it("what was not asked is no attempt, and what may have arrived is told apart", () => {
  expect(outcomeOf("slack", { fault: "busy", waitMs: 7 })).toMatchObject({
    kind: "later",
    isUntried: true,
    waitMs: 7,
  });
  expect(outcomeOf("slack", { fault: "unsent", words: "no such host" })).toMatchObject({
    kind: "later",
    words: "no such host",
  });
  expect(outcomeOf("slack", { fault: "unclear", words: "no answer in 15 s" })).toMatchObject({
    kind: "unknown",
    waitMs: 60_000,
  });
  expect(outcomeOf("webhook", { fault: "unclear", words: "no answer in 15 s" })).not.toHaveProperty("waitMs");
});
