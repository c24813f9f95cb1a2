import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pushPayload } from "@/channels/push/payload";
import { getChannel } from "@/channels/registry";
import { makeSecret } from "@/channels/webhook/secret";
import type { Message } from "@/domain/delivery/message";
import { type StartedSandbox, startSandbox } from "../../../sandbox/server";
import { awkwardText, largeMessage, largeMessages } from "../../support/large-messages";
import fc from "../../support/seeded";
import { testSettings } from "../../support/settings";

const now = new Date("2026-11-23T14:03:07.250Z");
const secret = makeSecret();
const fillers = ['"', "&", "_", "🦊", "字", "ש", "\u0301"];
type Posted = "webhook" | "slack" | "discord" | "teams" | "ntfy";

let started: StartedSandbox;
beforeAll(async () => {
  const settings = { DATABASE_URL: "postgresql://127.0.0.1/earshot", LOCAL_ADDRESSES: "127.0.0.1/32" };
  Object.assign(process.env, testSettings, settings);
  started = await startSandbox({ stream: false, historyHours: 0 });
});
afterAll(() => started.close());

/** Sends a message the usual way, marked as a retry, and returns the body that arrived. */
async function getBody(name: Posted, message: Message): Promise<string> {
  Reflect.deleteProperty(globalThis, "earshotGate");
  const channel = getChannel(name);
  const to = {
    address: `${started.url}${started.receivers.make(name)}`,
    secret: name === "webhook" ? secret : "",
  };
  const rendered = await channel.render(message);
  const outgoing = { id: "m1", createdAt: now, isUnclear: true, ...rendered, to };
  const outcome = channel.classify(await channel.send({ key: "b1", at: new Date(), messages: [outgoing] }));
  expect(outcome).toMatchObject([{ kind: "sent" }]);
  const { body } = started.receivers.arrived.at(-1)!;
  expect(body.isWellFormed()).toBe(true);
  return body;
}

const bytes = (text: string) => Buffer.byteLength(text);

interface Embed {
  title?: string;
  description?: string;
}

/** Each vendor's limits, measured in its own unit. */
const checks: Record<Posted, (body: string) => void> = {
  webhook: (body) => {
    expect(bytes(body)).toBeLessThan(200_000);
  },
  slack: (body) => {
    const { text, blocks } = JSON.parse(body) as {
      text: string;
      blocks: { type: string; text?: { text: string } }[];
    };
    const escaped = body.replace(/&(?!(?:amp|lt|gt);)/g, "&amp;").replace(/[<>]/g, "&lt;");
    expect(escaped.length).toBeLessThan(10_000);
    expect(blocks.length).toBeLessThanOrEqual(50);
    expect(text.length).toBeLessThan(1_000);
    for (const block of blocks)
      if (block.type === "header") expect(block.text!.text.length).toBeLessThanOrEqual(150);
    // At least one match is shown.
    expect(blocks.filter(({ type }) => type === "rich_text").length).toBeGreaterThanOrEqual(4);
  },
  discord: (body) => {
    const { content, embeds } = JSON.parse(body) as { content: string; embeds: Embed[] };
    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(embeds.length).toBeGreaterThanOrEqual(1);
    expect(embeds.length).toBeLessThanOrEqual(10);
    const lengths = embeds.map(
      ({ title = "", description = "" }) => [title.length, description.length] as const,
    );
    for (const [title, description] of lengths) {
      expect(title).toBeLessThanOrEqual(256);
      expect(description).toBeLessThanOrEqual(4_096);
    }
    expect(lengths.flat().reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(6_000);
  },
  teams: (body) => {
    const inAscii = body.replace(/[^\0-\x7f]/g, "\\u0000");
    expect(inAscii.length).toBeLessThan(28_000);
  },
  ntfy: (body) => {
    expect(bytes(body)).toBeLessThan(8_192);
    const { title, message, actions, click } = JSON.parse(body) as Record<string, string>;
    expect(bytes(message!)).toBeLessThanOrEqual(4_096);
    expect(bytes(title!)).toBeLessThanOrEqual(1_000);
    expect(actions!.length).toBeLessThanOrEqual(3);
    expect(bytes(click!)).toBeLessThanOrEqual(2_000);
  },
};

describe.each(Object.entries(checks) as [Posted, (body: string) => void][])("%s", (name, check) => {
  it("keeps every message below the limits of its vendor", async () => {
    await fc.assert(
      fc.asyncProperty(largeMessages, async (message) => check(await getBody(name, message))),
      { numRuns: 15 },
    );
  });

  it.each(fillers)("and for 50 long matches full of %j", async (filler) => {
    check(await getBody(name, largeMessage(filler)));
  });
});

it.each(fillers)("email: 50 matches full of %j fit into one email", async (filler) => {
  const { message } = await getChannel("email").render(largeMessage(filler));
  const { subject, html } = message as { subject: string; html: string };
  expect(bytes(html)).toBeLessThan(102_000);
  expect(html.split("Open").length).toBeGreaterThan(3);
  expect(bytes(subject)).toBeLessThan(900);
  expect(subject).not.toMatch(/[\r\n]/);
});

it("push: a payload has room for its encryption in 4 kB", () => {
  fc.assert(
    fc.property(awkwardText, awkwardText, awkwardText, (keyword, place, title) => {
      const updates = {
        total: 12_345,
        notificationId: "01a21742-d235-700b-8651-7307e151c862",
        keyword,
        place,
        title,
      };
      const payload = pushPayload({ ...updates, over18: true, isInDigest: true, isAfterQuiet: true });
      expect(bytes(payload)).toBeLessThan(3_993);
    }),
  );
});
