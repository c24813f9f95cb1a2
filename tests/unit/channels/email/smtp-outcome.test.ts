import { describe, expect, it } from "vitest";
import { toOutcome, type SmtpFailure } from "@/channels/email/smtp-outcome";

const failure = (result: Partial<SmtpFailure>): SmtpFailure => ({
  code: "EENVELOPE",
  command: "RCPT TO",
  reply: null,
  wasBegun: false,
  wasUnclear: false,
  isStopped: false,
  ...result,
});
const at = (command: string, reply: string) => toOutcome(failure({ command, reply }));
const ofAll = (reason: string, because: "pace" | "settings") => ({
  kind: "later",
  reason,
  waitMs: null,
  because,
});
const ofThis = (reason: string) => ({ kind: "later", reason, waitMs: null });

it("accepted", () => expect(toOutcome("accepted")).toEqual({ kind: "sent", id: null }));

describe("SMTP responses", () => {
  it.each([
    // The mailbox doesn't exist: the address is disabled.
    ["RCPT TO", "550 5.1.1 <maya@example.com> no such user", { kind: "gone", reason: "address" }],
    ["RCPT TO", "556-5.1.10 null MX", { kind: "gone", reason: "address" }],
    // Other errors about the recipient or the message: only this message fails.
    ["RCPT TO", "550 no", { kind: "refused", reason: "rejected: 550" }],
    ["RCPT TO", "550 5.2.1 disabled", { kind: "refused", reason: "rejected: 550 5.2.1" }],
    ["DATA", "554 5.6.0 malformed", { kind: "refused", reason: "rejected: 554 5.6.0" }],
    ["DATA", "550 5.1.1 bounced", { kind: "refused", reason: "rejected: 550 5.1.1" }],
    ["MAIL FROM", "552 5.3.4 too large", { kind: "refused", reason: "rejected: 552 5.3.4" }],
    // Temporary: for this recipient, or for all.
    ["RCPT TO", "451 4.7.1 greylisted, come back", ofThis("postponed: 451 4.7.1")],
    ["RCPT TO", "452", ofThis("postponed: 452")],
    ["DATA", "451 4.3.0 later", ofThis("postponed: 451 4.3.0")],
    ["MAIL FROM", "450 4.7.0 slow down", ofAll("postponed: 450 4.7.0", "pace")],
    ["RCPT TO", "421 4.7.0 closing", ofAll("postponed: 421 4.7.0", "pace")],
    ["AUTH PLAIN", "454 4.7.0 not now", ofAll("postponed: 454 4.7.0", "pace")],
    ["CONN", "421 too many connections", ofAll("postponed: 421", "pace")],
    ["DATA", "503 5.5.1 what?", ofThis("postponed: 503 5.5.1")],
    // Errors that the operator must fix.
    ["AUTH PLAIN", "535 5.7.8 wrong password", ofAll("settings: 535 5.7.8", "settings")],
    ["MAIL FROM", "530 5.7.0 sign in first", ofAll("settings: 530 5.7.0", "settings")],
    ["MAIL FROM", "553 5.1.8 not your address", ofAll("settings: 553 5.1.8", "settings")],
    ["RCPT TO", "530 sign in first", ofAll("settings: 530", "settings")],
    ["CONN", "554 we don't know you", ofAll("settings: 554", "settings")],
    // A policy can be specific to one recipient.
    ["RCPT TO", "550 5.7.1 relaying denied", ofThis("settings: 550 5.7.1")],
    ["DATA", "550 5.7.26 not signed", ofThis("settings: 550 5.7.26")],
    // Malformed codes are ignored.
    ["RCPT TO", "550 5.1.1234 odd", { kind: "refused", reason: "rejected: 550" }],
  ])("%s: %s", (command, reply, outcome) => expect(at(command, reply)).toEqual(outcome));

  it("omits response text from reasons, because it can contain an address", () => {
    const result = toOutcome(failure({ reply: "450 4.2.0 <maya@example.com> is away" }));
    expect(JSON.stringify(result)).not.toContain("maya");
  });
});

describe("no response", () => {
  it.each([
    [
      "connection refused",
      { code: "ECONNREFUSED", command: "CONN" },
      ofAll("no connection: ECONNREFUSED CONN", "pace"),
    ],
    [
      "silence at the greeting",
      { code: "ETIMEDOUT", command: "CONN" },
      ofAll("no connection: ETIMEDOUT CONN", "pace"),
    ],
    ["an unknown host", { code: "EDNS", command: "CONN" }, ofAll("no connection: EDNS CONN", "pace")],
    [
      "an untrusted certificate",
      { code: "DEPTH_ZERO_SELF_SIGNED_CERT" },
      ofAll("settings: DEPTH_ZERO_SELF_SIGNED_CERT", "settings"),
    ],
    ["no TLS for a password", { code: "ETLS", command: "STARTTLS" }, ofAll("settings: ETLS", "settings")],
    ["incomplete credentials", { code: "EAUTH", command: "API" }, ofAll("settings: EAUTH", "settings")],
    ["aborted before sending", { code: "EABORT", isStopped: true }, ofThis("stopped")],
    ["an invalid address", { code: "EENVELOPE", command: "API" }, { kind: "refused", reason: "rejected" }],
    [
      "larger than the server accepts",
      { code: "EMESSAGE", command: "MAIL FROM" },
      { kind: "refused", reason: "rejected" },
    ],
  ] as const)("%s", (_, result, outcome) => expect(toOutcome(failure(result))).toEqual(outcome));

  it.each(["ECONNECTION", "ETIMEDOUT", "EABORT", "EPROTOCOL"])(
    "%s after sending the message: unknown, and final if repeated",
    (code) => {
      const result = { code, command: "CONN", wasBegun: true, isStopped: code === "EABORT" };
      expect(toOutcome(failure(result))).toEqual({ kind: "unknown", reason: "no answer" });
      const again = toOutcome(failure({ ...result, wasUnclear: true }));
      expect(again).toEqual({ kind: "unknown", reason: "no answer", isFinal: true });
    },
  );
});
