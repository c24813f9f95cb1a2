import { type Outcome, settingsFault } from "@/domain/delivery/channel";

export interface SmtpFailure {
  /** nodemailer's code (ECONNECTION, EAUTH, EENVELOPE, …), or the system's for socket errors. */
  code: string;
  /** The failed SMTP command, such as CONN, AUTH … or RCPT TO. API: before the first command. */
  command: string;
  /** The server's response, such as '550 5.1.1 no such user'. Null without a response. */
  reply: string | null;
  wasBegun: boolean;
  /** An earlier attempt might have been delivered. */
  wasUnclear: boolean;
  /** We aborted it because the process is shutting down. */
  isStopped: boolean;
}

export type SmtpResult = "accepted" | SmtpFailure;

/** The mailbox doesn't exist, and retrying won't help. */
const noMailbox = new Set(["5.1.1", "5.1.10"]);

/** Incomplete credentials, an untrusted certificate, or TLS on a plain-text port. */
const isSettingsCode = /^(EAUTH|ETLS|EPROTO|ERR_TLS.*|ERR_SSL.*|.*CERT.*|UNABLE_TO_.*)$/;

/** Classifies a result. The reason only contains codes, because response texts contain addresses. */
export function toOutcome(response: SmtpResult): Outcome {
  if (response === "accepted") return { kind: "sent", id: null };
  const [, code, enhanced] =
    /^([45]\d\d)(?:[ -]([45]\.\d{1,3}\.\d{1,3})(?=\s|$))?/.exec(response.reply ?? "") ?? [];
  if (code === undefined) return withoutResponse(response);
  const reply = { code, enhanced, text: enhanced === undefined ? code : `${code} ${enhanced}` };
  // 503 means a wrong command order on our side, not a problem with the message.
  return code.startsWith("4") || code === "503" ? postponed(response, reply) : refused(response, reply);
}

/** No response: if the entire message was sent, it might have been accepted. */
function withoutResponse({ code, command, wasBegun, wasUnclear, isStopped }: SmtpFailure): Outcome {
  // Retry once, with the same Message-ID: a silent server would otherwise deliver it a hundred times.
  if (wasBegun) return { kind: "unknown", reason: "no answer", ...(wasUnclear && { isFinal: true }) };
  if (isStopped) return { kind: "later", reason: "stopped", waitMs: null };
  if (isSettingsCode.test(code)) return ofSettings(code, "settings");
  if (code === "EENVELOPE" || code === "EMESSAGE") return { kind: "refused", reason: "rejected" };
  return { kind: "later", reason: `no connection: ${code} ${command}`, waitMs: null, because: "pace" };
}

interface Reply {
  code: string;
  enhanced: string | undefined;
  text: string;
}

/** True if the error isn't about this message, so all other messages would fail too. */
function isServerWideFailure({ command }: SmtpFailure): boolean {
  return command !== "RCPT TO" && command !== "DATA";
}

function postponed(failure: SmtpFailure, { code, text }: Reply): Outcome {
  const isOfAll = isServerWideFailure(failure) || code === "421";
  return { kind: "later", reason: `postponed: ${text}`, waitMs: null, ...(isOfAll && { because: "pace" }) };
}

function refused(failure: SmtpFailure, { code, enhanced, text }: Reply): Outcome {
  if (enhanced !== undefined && noMailbox.has(enhanced) && failure.command === "RCPT TO")
    return { kind: "gone", reason: "address" };
  const isTooLarge = code === "552" || enhanced === "5.3.4";
  if (isServerWideFailure(failure) && !isTooLarge) return ofSettings(text, "settings");
  if (code === "530") return ofSettings(text, "settings");
  // The operator may be able to change this policy. It can be per recipient, so don't pause others.
  if (enhanced?.startsWith("5.7.")) return ofSettings(text);
  return { kind: "refused", reason: `rejected: ${text}` };
}

function ofSettings(reason: string, because?: "settings"): Outcome {
  return { kind: "later", reason: settingsFault + reason, waitMs: null, ...(because && { because }) };
}
