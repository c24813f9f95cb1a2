import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseEnv as parseDotEnv } from "node:util";
import { expect, test } from "vitest";
import { parseEnv } from "@/env";
import { standsInFor } from "../../scripts/settings.mjs";
import { testSettings } from "../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const withoutResend = { ...required, RESEND_API_KEY: "", RESEND_WEBHOOK_SECRET: "" };

test("requires an email setting and reports it with all other errors", () => {
  expect(() => parseEnv({ ...withoutResend, PORT: "x" })).toThrow(
    /PORT: must be .*\n {2}RESEND_API_KEY: is not set. Set either SMTP_URL or RESEND_API_KEY; one is required to send email\n/,
  );
  expect(parseEnv({ ...withoutResend, SMTP_URL: "smtp://127.0.0.1:25" }).RESEND_API_KEY).toBeUndefined();
  expect(parseEnv(required).SMTP_URL).toBeUndefined();
});

test.each([
  "smtp://127.0.0.1:1025",
  "smtps://alerts%40your.domain:p%3Ass%2Fw%C3%B6rd@mail.your.domain:465",
  "smtp://user:password@mail.your.domain/",
  "smtp://user:password@[::1]:587",
])("accepts %s as SMTP_URL", (url) => {
  expect(parseEnv({ ...withoutResend, SMTP_URL: url }).SMTP_URL).toBe(url);
});

test.each([
  ["mail.your.domain:587"],
  ["https://user:password@mail.your.domain"],
  ["smtp://"],
  ["smtp://user@mail.your.domain"],
  ["smtp://:password@mail.your.domain"],
  ["smtp://user:100%@mail.your.domain"],
  ["smtp://user:%ff@mail.your.domain"],
  ["smtp://user:pass/word@mail.your.domain"],
  ["smtp://user:password@mail.your.domain:99999"],
  ["smtp://user:password@mail.your.domain?pool=true"],
  ["smtp://user:password@mail.your.domain/#x"],
])("rejects %s as SMTP_URL without repeating it", (url) => {
  let result = "";
  try {
    parseEnv({ ...withoutResend, SMTP_URL: url });
  } catch (error) {
    result = String(error);
  }
  expect(result).toMatch(/\n {2}SMTP_URL: must be a URL like smtps:\/\/user:password@host:465, with special/);
  expect(result).not.toContain("your.domain");
});

test("a quick start with its own SMTP server runs without an email stand-in", () => {
  expect(standsInFor.resend({})).toBe(true);
  expect(standsInFor.resend({ SMTP_URL: "smtp://127.0.0.1:25" })).toBe(false);
});

test("SUPPORT_EMAIL defaults to the sender's address", () => {
  const unset = { ...required, SUPPORT_EMAIL: "" };
  expect(parseEnv({ ...unset, EMAIL_FROM: "Earshot <a@b.example>" }).SUPPORT_EMAIL).toBe("a@b.example");
  expect(parseEnv({ ...unset, EMAIL_FROM: "a@b.example" }).SUPPORT_EMAIL).toBe("a@b.example");
  expect(parseEnv({ ...unset, SUPPORT_EMAIL: "c@b.example" }).SUPPORT_EMAIL).toBe("c@b.example");
  expect(() => parseEnv({ ...unset, SUPPORT_EMAIL: "c" })).toThrow(/SUPPORT_EMAIL: must be an email address/);
});

test("senders on international domains are converted to ASCII", () => {
  const senders = ["Bücher <r&d@Bücher.example>", "r&d@bücher.example", "a@b.example <r&d@bücher.example>"];
  expect(senders.map((EMAIL_FROM) => parseEnv({ ...required, EMAIL_FROM }).EMAIL_FROM)).toEqual([
    "Bücher <r&d@xn--bcher-kva.example>",
    "r&d@xn--bcher-kva.example",
    "a@b.example <r&d@xn--bcher-kva.example>",
  ]);
  expect(parseEnv({ ...required, SUPPORT_EMAIL: "help@bücher.example" }).SUPPORT_EMAIL).toBe(
    "help@xn--bcher-kva.example",
  );
});

test.each([
  ...["alerts", "a@b", "a@b-.example", "jörg@b.example", "A <a@b.example> B", "A <a@b.example", "<>", "A <>"],
  ...["A\n <a@b.example>", "A <a@b.example>, B <c@b.example>"],
])("rejects %j as a sender", (EMAIL_FROM) => {
  expect(() => parseEnv({ ...required, EMAIL_FROM })).toThrow(
    /EMAIL_FROM: must be an email address like Earshot </,
  );
});

test("registration is open unless closed", () => {
  expect(parseEnv(required).REGISTRATION).toBe("open");
  expect(parseEnv({ ...required, REGISTRATION: "closed" }).REGISTRATION).toBe("closed");
  expect(() => parseEnv({ ...required, REGISTRATION: "off" })).toThrow(
    /REGISTRATION: must be open or closed/,
  );
});

test("accepts the output of npm run secrets, which differs each time", () => {
  const print = () => execFileSync(process.execPath, ["scripts/secrets.mjs"], { encoding: "utf8" });
  const made = parseDotEnv(print());
  expect(parseEnv({ ...required, ...made })).toMatchObject({ ENCRYPTION_KEY: [made.ENCRYPTION_KEY] });
  const example = readFileSync(".env.example", "utf8");
  const names = Object.keys(made);
  expect(names.filter((name) => !example.includes(`\n${name}=\n`))).toEqual(["POSTGRES_PASSWORD"]);
  const again = parseDotEnv(print());
  expect(names.filter((name) => made[name] === again[name])).toEqual([]);
});
