import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { getChannel } from "@/channels/registry";
import { makeSecret, renewSecret, signingSecrets } from "@/channels/webhook/secret";
import { messageExample } from "@/contract/reference";
import type { Outgoing } from "@/domain/delivery/channel";
import type { MatchedItem, Message } from "@/domain/delivery/message";
import { type StartedSandbox, startSandbox } from "../../../../sandbox/server";
import { looks } from "../../../../sandbox/receivers/look";
import { hardMessages } from "../../../support/hard-messages";
import { testSettings } from "../../../support/settings";

const now = new Date("2026-11-21T14:03:07.250Z");
const reader = {
  email: "maya@tidewater.example",
  timeZone: "UTC",
  unsubscribeUrl: "https://earshot.example/u",
};
const secrets: Partial<Record<string, string>> = { webhook: makeSecret() };
const names = ["webhook", "slack", "discord", "teams", "ntfy"] as const;

let started: StartedSandbox;
beforeAll(async () => {
  const settings = { DATABASE_URL: "postgresql://127.0.0.1/earshot", LOCAL_ADDRESSES: "127.0.0.1/32" };
  Object.assign(process.env, testSettings, settings);
  started = await startSandbox({ stream: false, historyHours: 0 });
});
afterAll(() => started.close());
// Vendor rate limits are covered elsewhere; here messages don't wait for each other.
beforeEach(() => void Reflect.deleteProperty(globalThis, "earshotGate"));

function getItem(over: Partial<MatchedItem> = {}): MatchedItem {
  return {
    fullname: "t3_1",
    kind: "post",
    place: "r/smallbusiness",
    where: null,
    title: "Tidewater support answered",
    content: "",
    text: "Wrote to Tidewater at ten, had a fix by breakfast.",
    linkedText: null,
    url: "https://www.reddit.com/r/smallbusiness/comments/1/",
    author: "u/quietledger",
    over18: false,
    matchedAt: now,
    matches: [
      {
        keyword: "tidewater",
        highlights: [{ keyword: "tidewater", caseSensitive: false, wholeWordOnly: false }],
      },
    ],
    ...over,
  };
}

function getMessage(items: MatchedItem[], total = items.length): Message {
  const keywords = [{ keyword: "tidewater", count: total, isInDigest: false }];
  return { about: "matches", content: { total, frequency: "realtime", keywords, items }, reader, now };
}

/** Sends a message through the channel and returns what the fake receiver got. */
async function arrived(name: (typeof names)[number], message: Message, over: Partial<Outgoing> = {}) {
  const channel = getChannel(name);
  const to = { address: `${started.url}${started.receivers.make(name)}`, secret: secrets[name] ?? "" };
  const outgoing = {
    id: "m1",
    createdAt: now,
    isUnclear: false,
    ...(await channel.render(message)),
    to,
    ...over,
  };
  const response = await channel.send({ key: "b1", at: new Date(), messages: [outgoing] });
  expect(channel.classify(response)).toMatchObject([{ kind: "sent" }]);
  const used = started.receivers.arrived.at(-1)!;
  return { ...used, text: [used.title, ...used.lines].join("\n") };
}

it.each(names)("%s: shows a match with its place, text and link", async (name) => {
  const { text, body, title } = await arrived(name, getMessage([getItem()]));
  expect(text).toContain("Tidewater support answered");
  expect(text.replaceAll("*", "")).toContain("Wrote to Tidewater at ten, had a fix by breakfast.");
  expect(text).toContain("r/smallbusiness");
  expect(body).toContain("https://www.reddit.com/r/smallbusiness/comments/1/");
  expect(title).toBe(name === "webhook" ? "matches.created" : title);
  if (name !== "webhook") expect(title.replaceAll("*", "")).toBe("New match for “tidewater”");
});

it.each(["slack", "discord", "teams", "ntfy"] as const)(
  "%s: mentions the delay after a burst and links to mute the keyword",
  async (name) => {
    const muteUrl = "https://earshot.example/api/mute/mute.aaaa";
    const keywords = [{ keyword: "tide_water", count: 1, isInDigest: true, muteUrl }];
    const content = { total: 1, frequency: "realtime" as const, keywords, items: [getItem()] };
    const { text, body } = await arrived(name, { about: "matches", content, reader, now });
    expect(text).toContain("You've had 5 messages in the last hour");
    expect(body).toContain(muteUrl);
    expect(body).toMatch(/Mute “tide(?:\\\\)?_water” until tomorrow/);
    expect((await arrived(name, getMessage([getItem()]))).text).not.toContain("within an hour");
  },
);

it.each(["slack", "discord", "teams"] as const)("%s: highlights matches and labels a retry", async (name) => {
  expect((await arrived(name, getMessage([getItem()]))).text).toContain("Wrote to *Tidewater* at ten");
  expect((await arrived(name, getMessage([getItem()]), { isUnclear: true })).text).toContain(
    "Resent. You might have received",
  );
});

it.each(names)("%s: labels a test message", async (name) => {
  const { text } = await arrived(name, { about: "test", reader, now });
  expect(text).toContain("This destination works.");
});

const hostile = [
  "@everyone @here <@123> <!channel> <!here> <#C1|general> <https://evil.example|bank>",
  "**bold** _it_ ~~gone~~ `code` ||spoiler|| > quote # head [link](https://evil.example)",
  "<b>tag</b> &amp; \u202egnp.exe\u2066 \u0007\u2028next",
].join(" ");

it.each(names)("%s: shows user content as plain text", async (name) => {
  const item = getItem({
    title: `tidewater ${hostile}`,
    text: `tidewater ${hostile}`,
    author: hostile,
    place: hostile,
  });
  const { text, body } = await arrived(name, getMessage([item]));
  expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u2028]|\u0007/);
  if (name === "slack") {
    // Markup is off in all blocks and in `text`.
    expect(JSON.parse(body)).toMatchObject({ mrkdwn: false, unfurl_links: false });
    expect(body.replace('"mrkdwn":false', "")).not.toContain("mrkdwn");
    expect((JSON.parse(body) as { text: string }).text).not.toMatch(/[<>]/);
  }
  if (name === "discord") {
    expect(JSON.parse(body)).toMatchObject({ allowed_mentions: { parse: [] } });
    const [embed] = (JSON.parse(body) as { embeds: { description: string }[] }).embeds;
    expect(embed!.description.replaceAll(/\\./g, "").replaceAll("**", "")).not.toMatch(/[@*_~`|<>[\]()#]/);
  }
  if (name === "teams") expect(body).not.toContain('"TextBlock"');
});

it.each(names.flatMap((name) => Object.keys(hardMessages).map((what) => [name, what] as const)))(
  "%s shows difficult text without mentions or fake links: %s",
  async (name, what) => {
    const { body } = await arrived(name, hardMessages[what]!);
    expect(body.isWellFormed()).toBe(true);
    const shown = looks[name]!(body);
    expect(shown).not.toContain("<mark>");
    expect(shown).not.toMatch(/href="https?:\/\/evil/);
  },
);

it("slack: the notification shows a keyword's special characters verbatim, without highlights", async () => {
  const keywords = ["*x*", "_R&D_ <!here>"].map((keyword) => ({ keyword, count: 1, isInDigest: false }));
  const content = { total: 2, frequency: "realtime" as const, keywords, items: [getItem()] };
  const { body, lines } = await arrived("slack", { about: "matches", content, reader, now });
  expect(JSON.parse(body)).toMatchObject({
    text: "2 new matches for “*x*” and “_R&amp;D_ &lt;!here&gt;”",
    mrkdwn: false,
  });
  expect(lines.join()).toContain("*Tidewater*");
});

it.each(["slack", "discord", "teams", "ntfy"] as const)(
  "%s: right-to-left text doesn't affect surrounding text",
  async (name) => {
    const { text } = await arrived(name, hardMessages["right to left"]!);
    expect(text).toContain("“\u2068חשבוניות\u2069”, “tidewater” and “\u2068فواتير\u2069”");
    expect(text).toContain("\u2068قهوة\u2069, post by \u2068@מאיה.example\u2069, NSFW");
    expect(text).toMatch(/\u2068\*?חשבוניות\*? עם/);
    expect(text.match(/\u2068/g)).toHaveLength(text.match(/\u2069/g)!.length);
    expect((await arrived(name, hardMessages.plain!)).body).not.toMatch(/[\u2066-\u2069]/);
  },
);

it("a webhook sends text unchanged, whatever its direction", async () => {
  const { body } = await arrived("webhook", hardMessages["right to left"]!);
  expect(body).not.toMatch(/[\u2066-\u2069]/);
});

it("discord: a leading number starts no list, and remaining matches are counted below", async () => {
  const listed = await arrived("discord", getMessage([getItem({ text: "3. tidewater" })], 12));
  const { embeds } = JSON.parse(listed.body) as { embeds: { description: string }[] };
  expect(embeds.map(({ description }) => description.split("\n").at(-1))).toEqual([
    "3\\. **tidewater**",
    "and 11 more",
  ]);
});

it("discord: shows every entry of a feed whose entries have the same link", async () => {
  const items = ["v1.1", "v1.2"].map((title, n) => getItem({ fullname: `t3_${n}`, title }));
  const { embeds } = JSON.parse((await arrived("discord", getMessage(items))).body) as {
    embeds: { title: string; url?: string }[];
  };
  expect(embeds).toMatchObject([{ title: "v1.1", url: items[0]!.url }, { title: "v1.2" }]);
  expect(embeds[1]).not.toHaveProperty("url");
});

it.each(["http://localhost:1313/post", "http://intranet/x", "not a URL"])(
  "discord: shows a match without the URL %s, which Discord would reject",
  async (url) => {
    const { body, text } = await arrived("discord", getMessage([getItem({ url })]));
    expect(text).toContain("Tidewater support answered");
    expect((JSON.parse(body) as { embeds: object[] }).embeds[0]).not.toHaveProperty("url");
  },
);

it.each(names)("%s: accepts the longest message, with the number of remaining matches", async (name) => {
  const long = (letter: string) => letter.repeat(300).concat(" tidewater ").repeat(40);
  const items = Array.from({ length: 50 }, (_, n) =>
    getItem({
      fullname: `t3_${n}`,
      title: long("é"),
      text: long("🦊_"),
      url: `https://example.com/${n}/${"x".repeat(1_400)}`,
    }),
  );
  const { text, body } = await arrived(name, getMessage(items, 12_345));
  if (name === "webhook") expect(JSON.parse(body)).toMatchObject({ data: { total: 12_345 } });
  else expect(text).toMatch(/and 12,3\d\d more/);
});

it("ntfy: counts the escapes of quotes and backslashes", async () => {
  const text = `tidewater ${'"\\\\'.repeat(200)}`;
  const items = Array.from({ length: 10 }, (_, n) => getItem({ fullname: `t3_${n}`, title: text, text }));
  const { body } = await arrived("ntfy", getMessage(items));
  expect(Buffer.byteLength(body)).toBeLessThan(8_192);
  expect(body).toMatch(/and \d more/);
});

it("a webhook lists each matched word once, as first written, in order of position", async () => {
  const highlights = ["tidewater", "late"].map((keyword) => ({
    ...{ keyword, caseSensitive: false, wholeWordOnly: false },
  }));
  const title = "Tidewater is late, tidewater again";
  const text = "Wrote to Tidewater of its late reply.";
  const item = getItem({ title, text, matches: [{ keyword: "tidewater late", highlights }] });
  const { body } = await arrived("webhook", getMessage([item]));
  const { data } = JSON.parse(body) as { data: { matches: { matchedWords: string[] }[] } };
  expect(data.matches.map(({ matchedWords }) => matchedWords)).toEqual([["Tidewater", "late", "tidewater"]]);
});

it.each(names)("%s: only chats shorten a long place and author", async (name) => {
  const [place, author] = ["p".repeat(120), "a".repeat(120)];
  const { body } = await arrived(name, getMessage([getItem({ place, author })]));
  const isWhole = name === "webhook";
  expect([body.includes(place), body.includes(author)]).toEqual([isWhole, isWhole]);
  expect(body.includes(`${"p".repeat(79)}…`)).toBe(!isWhole);
});

it("a webhook contains keywords verbatim, so programs can identify matches", async () => {
  const words = ["invoice  automation ".repeat(5).trim(), "a\u200bb"];
  const item = getItem({ matches: words.map((keyword) => ({ keyword, highlights: [] })) });
  const { body } = await arrived("webhook", getMessage([item]));
  expect(JSON.parse(body)).toMatchObject({ data: { matches: [{ keywords: words }] } });
});

it("a webhook leaves out the last matches if names and keywords are too long for 200 kB", async () => {
  const long = "é".repeat(3_000);
  const matches = [{ keyword: long, highlights: [] }];
  const items = Array.from({ length: 50 }, () => getItem({ place: long, author: long, matches }));
  const { body } = await arrived("webhook", getMessage(items));
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(200_000);
  const { data } = JSON.parse(body) as { data: { matches: unknown[]; total: number } };
  expect([data.matches.length, data.total]).toEqual([10, 50]);
});

it("a webhook has the fields of the examples in the reference and docs/webhooks.md", async () => {
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(readFileSync("docs/webhooks.md", "utf8"))!;
  const { body } = await arrived("webhook", getMessage([getItem()]));
  const sent = fieldsOf(JSON.parse(body));
  expect(fieldsOf(JSON.parse(json))).toEqual(sent);
  expect(fieldsOf(messageExample)).toEqual(sent);
});

/** The paths of all fields, without the positions in lists. */
function fieldsOf(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [path];
  const all = Object.entries(value).flatMap(([name, inner]) =>
    fieldsOf(inner, Array.isArray(value) ? path : `${path}.${name}`),
  );
  return [...new Set(all)].sort();
}

it("a webhook is signed, with both secrets during a rotation", async () => {
  const { headers, body } = await arrived("webhook", getMessage([getItem()]));
  expect(new Webhook(secrets.webhook!).verify(body, headers)).toMatchObject({ type: "matches.created" });
  const later = new Date();
  const { secret, shown } = renewSecret(secrets.webhook!, later);
  const to = { address: `${started.url}${started.receivers.make("webhook")}`, secret };
  const both = await arrived("webhook", getMessage([getItem()]), { to });
  for (const one of [secrets.webhook!, shown])
    expect(new Webhook(one).verify(both.body, both.headers)).toMatchObject({ type: "matches.created" });
  expect(signingSecrets(secret, new Date(later.getTime() + 24 * 3_600_000))).toEqual([shown]);
  // The stored form with a single previous secret.
  const until = later.toISOString();
  const single = JSON.stringify({ current: shown, before: { secret: secrets.webhook, until } });
  expect(signingSecrets(single, now)).toEqual([shown, secrets.webhook]);
  const tampered = both.body.replace("Tidewater", "Elsewhere");
  expect(() => new Webhook(shown).verify(tampered, both.headers)).toThrow();
});

it("a webhook is still signed with the first secret if it is rotated several times in a day", () => {
  const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);
  const shown = [makeSecret()];
  let stored = shown[0]!;
  for (let hour = 0; hour < 6; hour++) {
    const renewed = renewSecret(stored, hours(hour));
    stored = renewed.secret;
    shown.push(renewed.shown);
  }
  const [first, , , fourth, fifth, sixth, current] = shown;
  expect(signingSecrets(stored, hours(6))).toEqual([current, first, fourth, fifth, sixth]);
  // Each expires a day after its own rotation.
  expect(signingSecrets(stored, hours(24))).toEqual([current, fourth, fifth, sixth]);
  expect(signingSecrets(renewSecret(stored, hours(28)).secret, hours(28))).toEqual([
    expect.stringMatching(/^whsec_/),
    sixth,
    current,
  ]);
});

it("ntfy sends the token, and a retry replaces the message", async () => {
  const address = `${started.url}${started.receivers.make("ntfy")}`;
  const { headers, id } = await arrived("ntfy", getMessage([getItem()]), { to: { address, secret: "tk_1" } });
  expect(headers).toMatchObject({ authorization: "Bearer tk_1" });
  expect(id).toBe("m1");
});
