import { z } from "zod";
import type { Channel, Outcome, OutgoingBatch, Verdict } from "@/domain/channel";
import type { Message } from "@/domain/message";
import { renderAccountMail } from "./account-mail";
import { renderAlertMail } from "./alert-mail";
import { renderBillingMail } from "./billing-mail";
import type { Rendered } from "./rendered";
import { frozenMessage, sendBatch, type SendOutcome, type SendResult } from "./resend";
import { renderTestAlert } from "./test-alert";

/** The account's own address, by Resend. */
export const email: Channel<SendOutcome> = {
  // Resend takes 100 messages a request,
  batchSize: 100,
  // and two requests a second.
  pace: { spacing: { name: "resend", ms: 500 }, atOnce: 1, turnMs: Infinity },
  tells: "items",
  isFrozen: true,
  isOn: () => true,
  render,
  send: async ({ key, messages }: OutgoingBatch, signal) => {
    const frozen = z.array(frozenMessage).parse(messages.map(({ message }) => message));
    return sendBatch(frozen, key, signal);
  },
  classify,
};

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
    case "news":
      throw new Error("a mail tells of each item");
  }
}

function classify(answer: SendOutcome): Verdict {
  switch (answer.kind) {
    case "accepted":
      return answer.results.map(resultOf);
    case "limited":
      return { kind: "later", reason: "429 limited", waitMs: answer.waitMs, because: "pace" };
    case "quota":
      return { kind: "later", reason: answer.reason, waitMs: null, because: "quota" };
    case "misconfigured":
      return { kind: "later", reason: answer.reason, waitMs: null, because: "settings" };
    case "refused":
      return { kind: "refused", reason: answer.reason };
    case "conflict":
      return { kind: "unknown", reason: answer.reason, isFinal: true };
    // The same request is on its way: how it ends says what became of it.
    case "busy":
    case "unclear":
      return { kind: "unknown", reason: answer.reason };
  }
}

function resultOf(result: SendResult): Outcome {
  if ("id" in result) return { kind: "sent", id: result.id };
  return result.refused === "address"
    ? { kind: "gone", reason: "address" }
    : { kind: "refused", reason: "rejected" };
}
