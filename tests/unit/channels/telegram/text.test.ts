import { beforeAll, expect, it } from "vitest";
import { getText } from "@/channels/telegram/text";
import type { Message } from "@/domain/delivery/message";
import { parsedMarkup } from "../../../../sandbox/telegram/markup";
import { hardMessages } from "../../../support/hard-messages";
import { largeMessage, largeMessages } from "../../../support/large-messages";
import fc from "../../../support/seeded";
import { testSettings } from "../../../support/settings";

const max = 4_096;
const repeated = 60;

beforeAll(() => {
  Object.assign(process.env, testSettings, { DATABASE_URL: "postgresql://127.0.0.1/earshot" });
});

/** Parses the message as Telegram does, and checks that it can be sent. */
function parsed(message: Message) {
  const { html, plain } = getText(message);
  const read = parsedMarkup(html);
  expect(read).not.toBeNull();
  expect(html.length).toBeLessThan(max - repeated);
  expect(plain.length).toBeLessThan(max - repeated);
  for (const text of [read!.text, plain]) {
    expect(text).not.toMatch(/@\w/);
    expect(text.isWellFormed()).toBe(true);
  }
  return read!;
}

it.each(Object.keys(hardMessages))("shows difficult text without markup or mentions: %s", (what) => {
  const { html } = parsed(hardMessages[what]!);
  expect(html).not.toContain("<mark>");
  expect(html).not.toMatch(/href="https?:\/\/evil/);
});

it("keeps every message valid and below Telegram's limit", () => {
  fc.assert(
    fc.property(largeMessages, (message) => void parsed(message)),
    { numRuns: 30 },
  );
});

it.each(['"', "&", "@a", "🦊", "字", "ש"])("and for 50 long matches full of %j", (filler) => {
  parsed(largeMessage(filler));
});
