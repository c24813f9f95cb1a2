import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { telegram, type TelegramResponse } from "@/channels/telegram/channel";
import { readUpdate } from "@/channels/telegram/update";
import type { Outcome } from "@/domain/delivery/channel";
import { testSettings } from "../../../support/settings";

function toOutcome(status: number, body: string | object, chat = "1001"): Outcome {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = { status, text, waitMs: null, words: `${status}` };
  const responses: TelegramResponse[] = [{ response, chat, movedTo: null }];
  return (telegram.classify(responses) as Outcome[])[0]!;
}
const error = (code: number, description: string, parameters?: object) => ({
  ...{ ok: false, error_code: code, description, parameters },
});

it.each([
  [200, { ok: true, result: { message_id: 7 } }, "sent"],
  [200, "cut of", "sent"],
  [200, "<html>Sign in</html>", "later"],
  [400, error(400, "Bad Request: chat not found"), "gone"],
  [400, error(400, "Bad Request: group chat was deactivated"), "gone"],
  [400, error(400, "Bad Request: not enough rights to send text messages to the chat"), "gone"],
  [400, error(400, "Bad Request: message text is empty"), "refused"],
  [400, "Bad Request", "later"],
  [401, error(401, "Unauthorized"), "later"],
  [403, error(403, "Forbidden: bot was blocked by the user"), "gone"],
  [403, error(403, "Forbidden: user is deactivated"), "gone"],
  [403, error(403, "Forbidden: bot was kicked from the supergroup chat"), "gone"],
  [403, "Forbidden", "later"],
  [403, { error: "forbidden" }, "later"],
  [403, error(400, "Bad Request: chat not found"), "later"],
  [404, error(404, "Not Found"), "later"],
  [404, "404 page not found", "later"],
  [413, error(413, "Request Entity Too Large"), "refused"],
  [429, error(429, "Too Many Requests: retry after 35", { retry_after: 35 }), "later"],
  [500, error(500, "Internal Server Error"), "later"],
  [502, "<html>Bad Gateway</html>", "later"],
])("%i %o: %s", (status, body, kind) => {
  expect(toOutcome(status, body).kind).toBe(kind);
});

it("waits as long as Telegram asks, and pauses the bot unless a group is limited", () => {
  const limited = error(429, "Too Many Requests: retry after 35", { retry_after: 35 });
  expect(toOutcome(429, limited)).toMatchObject({ waitMs: 35_000, because: "pace" });
  const group = toOutcome(429, limited, "-1003");
  expect(group).toMatchObject({ waitMs: 35_000 });
  expect(group).not.toHaveProperty("because");
});

it.each([401, 404])("reports a rejected token (%i) as the operator's fault", (status) => {
  expect(toOutcome(status, error(status, "Unauthorized"))).toMatchObject({
    reason: `settings: ${status}`,
    because: "settings",
  });
});

const code = "Abcdefghij-klmnopqrst_uvwxyz0123";
const privately = { id: 7, type: "private", username: "maya", first_name: "Maya" };
const group = { id: -7, type: "group", title: "The\u202e team" };
it.each([
  [
    { text: `/start ${code}`, chat: privately },
    { chat: "7", name: "@maya", code },
  ],
  [{ text: "/start", chat: privately }, { code: null }],
  [{ text: `/start ${code}`, chat: { ...privately, username: undefined } }, { name: "Maya" }],
  [
    { text: `/start@some_bot ${code}`, chat: group },
    { chat: "-7", name: "The team", code },
  ],
  [{ text: `@some_bot ${code}`, chat: group }, { code }],
  [{ text: code, chat: group }, { code }],
  [{ text: `${code} and more`, chat: group }, null],
  [{ text: "hello", chat: group }, null],
  [{ text: `/start ${code}`, from: { is_bot: true }, chat: privately }, null],
  [{ chat: privately }, null],
  [{ text: 7, chat: privately }, null],
])("reads a message %o", (message, expected) => {
  const read = readUpdate({ update_id: 1, message });
  if (expected === null) expect(read).toBeNull();
  else expect(read).toMatchObject(expected);
});

it("reads posts in channels, and ignores other updates", () => {
  const post = { text: `/start ${code}`, chat: { id: -100, type: "channel", title: "News" } };
  expect(readUpdate({ update_id: 1, channel_post: post })).toMatchObject({ chat: "-100", code });
  for (const other of [null, "text", {}, { update_id: 1, poll: {} }]) expect(readUpdate(other)).toBeNull();
});

async function serve(bot: Server): Promise<void> {
  await new Promise<void>((resolve) => bot.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void bot.close());
  const url = `http://127.0.0.1:${(bot.address() as AddressInfo).port}`;
  Reflect.deleteProperty(globalThis, "earshotEnv");
  Object.assign(process.env, testSettings, {
    DATABASE_URL: "postgresql://127.0.0.1/none",
    TELEGRAM_BOT_TOKEN: "123456:token-for-the-unit-test",
    TELEGRAM_API_URL: url,
  });
}

const outgoingTo = (address: string) => ({
  id: "1",
  createdAt: new Date(),
  isUnclear: false,
  message: { html: "<b>a</b>", plain: "a" },
  to: { address, secret: "" },
});

it("starts a chat's next message a second after the last one has arrived", async () => {
  const times: { came: number; arrived: number }[] = [];
  const bot = createServer((_, response) => {
    const came = performance.now();
    void sleep(300).then(() => {
      times.push({ came, arrived: performance.now() });
      response.end(JSON.stringify({ ok: true, result: { message_id: 1 } }));
    });
  });
  await serve(bot);
  const send = () => telegram.send({ key: "1", at: new Date(), messages: [outgoingTo("7")] });
  await send();
  await send();
  // Slightly less than a second, because timers round.
  expect(times[1]!.came - times[0]!.arrived).toBeGreaterThan(990);
});

it("sends a group the plain text if Telegram rejects the formatted one", async () => {
  const texts: object[] = [];
  const bot = createServer((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      const { text, parse_mode: mode } = JSON.parse(body) as Record<string, string>;
      texts.push({ text, mode });
      if (mode !== undefined) response.statusCode = 400;
      const sent = { ok: true, result: { message_id: 1 } };
      response.end(
        JSON.stringify(mode === undefined ? sent : error(400, "Bad Request: can't parse entities")),
      );
    });
  });
  await serve(bot);
  const responses = await telegram.send({ key: "1", at: new Date(), messages: [outgoingTo("-7")] });
  expect(texts).toEqual([{ text: "<b>a</b>", mode: "HTML" }, { text: "a" }]);
  expect((telegram.classify(responses) as Outcome[]).map(({ kind }) => kind)).toEqual(["sent"]);
});
