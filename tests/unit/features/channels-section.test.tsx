import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import type { DestinationView } from "@/contract/destination";
import type { ProfileView } from "@/contract/user";
import { AddDestination } from "@/features/settings/add-destination";
import { ChannelsSection } from "@/features/settings/channels-section";
import { ConnectTelegram, pendingState } from "@/features/settings/connect-telegram";

vi.mock("@/features/settings/add-destination", { spy: true });
vi.mock("@/features/settings/connect-telegram", { spy: true });

const now = new Date("2026-11-21T14:30:00.000Z");
const ok = { state: "ok", reason: null, said: null, since: null } as const;
const destination = (over: Partial<DestinationView>): DestinationView => ({
  _id: String(over.channel),
  channel: "webhook",
  label: "",
  address: "hooks.example/…/x8Kp",
  isActive: true,
  isDefault: true,
  status: ok,
  lastSentAt: null,
  createdAt: now.toISOString(),
  ...over,
});

function shown(
  plan: "pro" | "free",
  destinations: DestinationView[],
  hasBilling = true,
  hasTelegram = true,
): string {
  const user = { timeZone: "UTC", subscription: { plan } } as ProfileView;
  const section = { user, served: { destinations }, hasBilling, hasTelegram, now };
  return renderToStaticMarkup(<ChannelsSection {...section} />).replaceAll("&#x27;", "'");
}

it("shows each destination's status and the receiver's response", () => {
  const html = shown("pro", [
    destination({
      channel: "email",
      address: "maya@tidewater.example",
      lastSentAt: "2026-11-21T14:03:00.000Z",
    }),
    destination({ channel: "slack", label: "#mentions" }),
    destination({
      channel: "webhook",
      status: { state: "failing", reason: "failing", said: "502 Bad Gateway", since: now.toISOString() },
    }),
    destination({
      channel: "discord",
      isActive: false,
      status: { state: "off", reason: "gone", said: "404 Not Found: <Unknown>", since: now.toISOString() },
    }),
  ]);
  expect(html).toContain("3 of 20 in use");
  expect(html).toContain("maya@tidewater.example");
  expect(html).toContain("Sent 14:03");
  expect(html).toContain("Slack, #mentions");
  expect(html).toContain("502 Bad Gateway");
  expect(html).toContain("404 Not Found: &lt;Unknown&gt;");
  expect(html).toContain("Add a destination");
});

it("shows since when a destination fails, the cause, and whether we still retry", () => {
  const since = "2026-11-19T13:31:00.000Z";
  const stands = (status: Partial<DestinationView["status"]>) =>
    shown("pro", [destination({ status: { ...ok, since, ...status } })]);
  const failing = stands({ state: "failing", reason: "failing" });
  expect(failing).toContain("Failing since Thu");
  expect(failing).toContain("We're still retrying");
  const input = stands({ state: "off", reason: "failing" });
  expect(input).toContain("Off since Thu");
  expect(input).toContain("we stopped sending");
  expect(input).not.toContain("We're still retrying");
  const [byReceiver, byOwner] = (["gone", "owner"] as const).map((reason) =>
    stands({ state: "off", reason }),
  );
  expect(byReceiver).toContain("text-bad");
  expect(byReceiver).toContain("rejects our messages or no longer exists");
  expect(byOwner).not.toContain("text-bad");
  expect(stands({ state: "off", reason: "plan", since: null })).not.toContain("since");
});

it("on Free, mentions Pro features only if billing is on", () => {
  expect(shown("free", [])).toContain("are a Pro feature");
  expect(shown("free", [])).not.toContain("Add a destination");
  expect(shown("free", [], false)).not.toContain("Pro");
});

it("offers Telegram on Pro if the server has a bot, and doesn't list chats that aren't connected yet", () => {
  expect(shown("pro", [])).toContain("Connect Telegram");
  expect(shown("free", [])).not.toContain("Connect Telegram");
  expect(shown("pro", [], true, false)).not.toContain("Connect Telegram");
  const off = { ...ok, state: "off", since: now.toISOString() } as const;
  const chat = { channel: "telegram", isActive: false } as const;
  const pending = destination({ ...chat, label: "Waiting", status: { ...off, reason: "pending" } });
  expect(shown("pro", [pending])).not.toContain("Waiting");
  const blocked = destination({ ...chat, label: "@maya", status: { ...off, reason: "gone" } });
  expect(shown("pro", [blocked])).toContain("Unblock or add the bot");
});

it("explains bounced emails and spam reports differently from a missing endpoint", () => {
  const status = { ...ok, state: "off", reason: "gone" } as const;
  const email = shown("pro", [destination({ channel: "email", isActive: false, status })]);
  expect(email).toContain("turn emails back on under Notification Preferences");
  expect(email).not.toContain("URL.");
  const webhook = shown("pro", [destination({ isActive: false, status })]);
  expect(webhook).toContain("add the new URL.");
});

it.each([
  ["no destination", true, []],
  ["a chat that isn't connected yet", true, [{ channel: "telegram", reason: "pending" }]],
  ["the account's address", true, [{ channel: "email", reason: null }]],
  ["a webhook that was turned off", false, [{ channel: "webhook", reason: "owner" }]],
] as const)("next to %s, a new destination is a default: %s", (_, isFirst, others) => {
  shown(
    "pro",
    others.map(({ channel, reason }) => destination({ channel, status: { ...ok, state: "off", reason } })),
  );
  for (const form of [AddDestination, ConnectTelegram])
    expect(vi.mocked(form).mock.lastCall?.[0]).toMatchObject({ isFirst });
});

it.each([
  ["isn't listed yet", false, [], "waiting"],
  ["waits", true, [{ _id: "1", channel: "telegram", isActive: false }], "waiting"],
  ["is active", true, [{ _id: "1", channel: "telegram", isActive: true }], "connected"],
  [
    "was replaced by its chat's destination",
    true,
    [{ _id: "2", channel: "telegram", isActive: true }],
    "connected",
  ],
  ["is gone", true, [{ _id: "2", channel: "slack", isActive: true }], "ended"],
  ["is gone next to another link", true, [{ _id: "2", channel: "telegram", isActive: false }], "ended"],
] as const)("a Telegram link that %s", (_, wasListed, destinations, expected) => {
  expect(pendingState("1", wasListed, destinations)).toBe(expected);
});
