import * as z from "zod";
import {
  type Channel,
  type Outcome,
  type OutgoingBatch,
  settingsFault,
  type Verdict,
} from "@/domain/delivery/channel";
import type { Message } from "@/domain/delivery/message";
import { env } from "@/env";
import { renderAccountMail } from "./account-mail";
import { renderAlertMail } from "./alert-mail";
import { renderBillingMail } from "./billing-mail";
import { renderKeyMail } from "./key-mail";
import { renderOffMail } from "./off-mail";
import { renderOverflowMail } from "./overflow-mail";
import { renderPartingMail } from "./parting-mail";
import type { Rendered } from "./rendered";
import { frozenMessage, sendBatch, type SendOutcome, type SendResult } from "./resend";
import { sendMail } from "./smtp";
import { toOutcome, type SmtpResult } from "./smtp-outcome";
import { renderSpikeMail } from "./spike-mail";
import { renderTestAlert } from "./test-alert";
import { renderTextMail } from "./text-mail";
import { renderWeekMail } from "./week-mail";

export const emailWay = (): Channel => (env().SMTP_URL === undefined ? byResend : bySmtp);

const common = { content: "items", isOn: () => true, render } as const;

const byResend: Channel<SendOutcome> = {
  ...common,
  // Resend accepts 100 messages per request.
  batchSize: 100,
  // Resend accepts two requests per second.
  pace: { spacing: { name: "resend", ms: 500 }, atOnce: 1, turnMs: Infinity },
  isFrozen: true,
  send: async ({ key, messages }: OutgoingBatch, signal) => sendBatch(frozenOf(messages), key, signal),
  classify,
};

const bySmtp: Channel<SmtpResult[]> = {
  ...common,
  // If the process is killed, the state of the batch is unknown, so keep batches small.
  batchSize: 10,
  // No spacing. The name lets all batches pause together while the server is unreachable.
  pace: { spacing: { name: "smtp", ms: 0 }, atOnce: 2, turnMs: Infinity },
  // SMTP has no idempotency keys. Duplicates are recognized by the Message-ID, which is the delivery's id.
  isFrozen: false,
  send: async ({ messages }, signal) => {
    const frozen = frozenOf(messages);
    return Promise.all(messages.map((outgoing, position) => sendMail(outgoing, frozen[position]!, signal)));
  },
  classify: (responses) => responses.map(toOutcome),
};

/** For deleted accounts, the address is stored separately, encrypted, not in the message. */
function frozenOf(messages: OutgoingBatch["messages"]) {
  return messages.map(({ message, to }) => {
    const frozen = frozenMessage.parse(message);
    return sendable.parse(to === null ? frozen : { ...frozen, to: to.address });
  });
}
const sendable = frozenMessage.extend({ to: z.string().min(1) });

async function render(message: Message): Promise<Rendered> {
  switch (message.about) {
    case "matches":
      return renderAlertMail(message.content, message.reader, message.now);
    case "test":
      return renderTestAlert(message.reader, message.now);
    case "account":
      return renderAccountMail(message.template, message);
    case "plan":
      return renderBillingMail(message.template, message.to);
    case "parting":
      return renderPartingMail(message.template);
    case "overflow":
      return renderOverflowMail(message.overflow, message.to);
    case "text":
      return renderTextMail(message.overflow, message.to);
    case "key":
      return renderKeyMail(message.key, message.timeZone, message.to);
    case "week":
      return renderWeekMail(message.week, message.reader);
    case "spike":
      return renderSpikeMail(message.content, message.reader);
    case "off":
      return renderOffMail(message.off, message.to);
    case "news":
      throw new Error("emails render every item");
  }
}

function classify(response: SendOutcome): Verdict {
  switch (response.kind) {
    case "accepted":
      return response.results.map(resultOf);
    case "limited":
      return { kind: "later", reason: "429 limited", waitMs: response.waitMs, because: "pace" };
    case "quota":
      return { kind: "later", reason: response.reason, waitMs: null, because: "quota" };
    case "misconfigured":
      return { kind: "later", reason: settingsFault + response.reason, waitMs: null, because: "settings" };
    case "refused":
      return { kind: "refused", reason: response.reason };
    case "conflict":
      return { kind: "unknown", reason: response.reason, isFinal: true };
    // The same request is still running; its result decides.
    case "busy":
    case "unclear":
      return { kind: "unknown", reason: response.reason };
  }
}

function resultOf(result: SendResult): Outcome {
  if ("id" in result) return { kind: "sent", id: result.id };
  return result.refused === "address"
    ? { kind: "gone", reason: "address" }
    : { kind: "refused", reason: "rejected" };
}
