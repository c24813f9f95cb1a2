import { expect, test } from "vitest";
import { parseEnv } from "@/env";
import { testSettings } from "../support/settings";

const required = { ...testSettings, DATABASE_URL: "postgresql://127.0.0.1/earshot" };
const withoutResend = { ...required, RESEND_API_KEY: "", RESEND_WEBHOOK_SECRET: "" };

test("one of the two that send mail has to be set, and it is said with all other faults", () => {
  expect(() => parseEnv({ ...withoutResend, PORT: "x" })).toThrow(
    /PORT: should be .*\n {2}RESEND_API_KEY: is not set, and SMTP_URL is not either: one of the two sends the mails\n/,
  );
  expect(parseEnv({ ...withoutResend, SMTP_URL: "smtp://127.0.0.1:25" }).RESEND_API_KEY).toBeUndefined();
  expect(parseEnv(required).SMTP_URL).toBeUndefined();
});

test.each([
  "smtp://127.0.0.1:1025",
  "smtps://alerts%40your.domain:p%3Ass%2Fw%C3%B6rd@mail.your.domain:465",
  "smtp://user:password@mail.your.domain/",
  "smtp://user:password@[::1]:587",
])("%s is where mail goes", (url) => {
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
])("%s is not, and is not repeated", (url) => {
  let told = "";
  try {
    parseEnv({ ...withoutResend, SMTP_URL: url });
  } catch (error) {
    told = String(error);
  }
  expect(told).toMatch(
    /\n {2}SMTP_URL: should be an address like smtps:\/\/user:password@host:465, with special/,
  );
  expect(told).not.toContain("your.domain");
});
