import { type Outcome, settingsFault } from "@/domain/channel";

/** How a mail was not taken, as nodemailer tells it. */
export interface SmtpFailure {
  /** nodemailer's own (ECONNECTION, ETIMEDOUT, EAUTH, EENVELOPE, EMESSAGE, …), or the system's of a socket that failed. */
  code: string;
  /** What was being said when it failed: CONN, EHLO, STARTTLS, AUTH …, MAIL FROM, RCPT TO, DATA; API: nothing yet. */
  command: string;
  /** The server's answer, such as '550 5.1.1 no such user'; null: there was none. */
  reply: string | null;
  /** A part of the mail had left for the server. */
  wasBegun: boolean;
  /** An attempt before this one may have arrived. */
  wasUnclear: boolean;
  /** We broke it off ourselves, because the process stops. */
  isStopped: boolean;
}

export type SmtpResult = "accepted" | SmtpFailure;

/** There is no such mailbox, which nothing but its owner changes. */
const noMailbox = new Set(["5.1.1", "5.1.10"]);

/** A login that is incomplete, a certificate that is not trusted, TLS where none is spoken. */
const isSettingsCode = /^(EAUTH|ETLS|EPROTO|ERR_TLS.*|ERR_SSL.*|.*CERT.*|UNABLE_TO_.*)$/;

/** What an answer means; only codes of it get into the reason, for texts of servers name addresses. */
export function outcomeOf(answer: SmtpResult): Outcome {
  if (answer === "accepted") return { kind: "sent", id: null };
  const [, code, enhanced] =
    /^([45]\d\d)(?:[ -]([45]\.\d{1,3}\.\d{1,3})(?=\s|$))?/.exec(answer.reply ?? "") ?? [];
  if (code === undefined) return unanswered(answer);
  const reply = { code, enhanced, text: enhanced === undefined ? code : `${code} ${enhanced}` };
  // 503: our words came in the wrong order, which says nothing of the mail.
  return code.startsWith("4") || code === "503" ? postponed(answer, reply) : refused(answer, reply);
}

/** Nothing was said: it was taken, if all of it got there. */
function unanswered({ code, command, wasBegun, wasUnclear, isStopped }: SmtpFailure): Outcome {
  // Repeated once under its Message-ID. Whoever swallows mails and answers none would get it a hundred times.
  if (wasBegun) return { kind: "unknown", reason: "no answer", ...(wasUnclear && { isFinal: true }) };
  if (isStopped) return { kind: "later", reason: "stopped", waitMs: null };
  if (isSettingsCode.test(code)) return ofSettings(code, "settings");
  if (code === "EENVELOPE" || code === "EMESSAGE") return { kind: "refused", reason: "rejected" };
  return { kind: "later", reason: `no connection: ${code} ${command}`, waitMs: null, because: "pace" };
}

interface Reply {
  code: string;
  enhanced: string | undefined;
  /** Both codes. */
  text: string;
}

/** Whether the same would be said to every other mail: it was not yet about this one. */
function concernsAll({ command }: SmtpFailure): boolean {
  return command !== "RCPT TO" && command !== "DATA";
}

function postponed(failure: SmtpFailure, { code, text }: Reply): Outcome {
  const isOfAll = concernsAll(failure) || code === "421";
  return { kind: "later", reason: `postponed: ${text}`, waitMs: null, ...(isOfAll && { because: "pace" }) };
}

function refused(failure: SmtpFailure, { code, enhanced, text }: Reply): Outcome {
  if (enhanced !== undefined && noMailbox.has(enhanced) && failure.command === "RCPT TO")
    return { kind: "gone", reason: "address" };
  const isTooLarge = code === "552" || enhanced === "5.3.4";
  if (concernsAll(failure) && !isTooLarge) return ofSettings(text, "settings");
  if (code === "530") return ofSettings(text, "settings");
  // A policy, which the operator may be able to change. It may be this recipient's own, so nobody else waits for it.
  if (enhanced?.startsWith("5.7.")) return ofSettings(text);
  return { kind: "refused", reason: `rejected: ${text}` };
}

function ofSettings(reason: string, because?: "settings"): Outcome {
  return { kind: "later", reason: settingsFault + reason, waitMs: null, ...(because && { because }) };
}
