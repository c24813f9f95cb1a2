import { expect, test } from "vitest";
import { postToBot } from "@/channels/telegram/post";
import { parseEnv } from "@/env";
import { sandboxPages, sandboxSettings, standsInFor } from "../../scripts/settings.mjs";
import { testSettings } from "../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };

test("the bot's token is optional and checked", () => {
  expect(parseEnv(required).TELEGRAM_BOT_TOKEN).toBeUndefined();
  const set = { ...required, TELEGRAM_BOT_TOKEN: "123456:ABC-def_ghi" };
  expect(parseEnv(set)).toMatchObject({ TELEGRAM_API_URL: "https://api.telegram.org" });
  const invalid = { ...required, TELEGRAM_BOT_TOKEN: "canary" };
  expect(() => parseEnv(invalid)).toThrow(/TELEGRAM_BOT_TOKEN: must be a bot token/);
  expect(() => parseEnv(invalid)).not.toThrow(/canary/);
});

test("a quick start has a bot and its chats, unless one is configured", () => {
  const set = sandboxSettings({}, "http://127.0.0.1:1");
  expect(parseEnv({ ...required, ...set })).toMatchObject({
    TELEGRAM_API_URL: "http://127.0.0.1:1/telegram",
    TELEGRAM_LINK_URL: "http://127.0.0.1:1/telegram",
  });
  expect(standsInFor.telegram({ TELEGRAM_BOT_TOKEN: "1:a" })).toBe(false);
  expect(sandboxPages("http://127.0.0.1:1")).toContainEqual(["Telegram", "http://127.0.0.1:1/telegram/"]);
});

test("errors don't contain the URL, which contains the token", async () => {
  const query = { headers: {}, body: "{}", timeoutMs: 2_000 };
  for (const address of ["http://127.0.0.1:1/bot1:canary/getMe", "http://canary.invalid/bot1:canary/getMe"]) {
    const error: unknown = await postToBot({ ...query, address }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "GuardError", reason: "network" });
    const { message, stack = "" } = error as Error;
    expect(`${message} ${stack}`).not.toContain("canary");
    expect((error as Error).cause).toBeUndefined();
  }
});
