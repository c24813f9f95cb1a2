import { render } from "@react-email/render";
import { createElement } from "react";
import { env } from "@/env";
import { type AlertContent, maxMessageItems, type Reader } from "@/domain/delivery/message";
import { Alert } from "./alert";
import { alertText } from "./alert-text";
import { readItem } from "./alert-content";
import { type AlertSize, type AlertView, alertView } from "./alert-view";
import { mailOperator } from "./operator";
import type { Rendered } from "./rendered";
import { getSubject } from "./words";

/** Email clients truncate longer messages. */
export const maxHtmlBytes = 90_000;

/** Progressively shorter versions, tried until the email fits. */
const sizes: readonly AlertSize[] = [
  { items: maxMessageItems, excerpt: 280 },
  { items: maxMessageItems, excerpt: 140 },
  { items: maxMessageItems, excerpt: 0 },
  { items: 25, excerpt: 0, url: 1_000 },
  { items: 10, excerpt: 0, url: 300 },
  { items: 3, excerpt: 0, url: 300 },
];

export async function renderAlertMail(content: AlertContent, reader: Reader, now: Date): Promise<Rendered> {
  const { APP_URL, EMAIL_FROM } = env();
  const unsubscribe = reader.unsubscribeUrl;
  const setting = {
    now,
    timeZone: reader.timeZone,
    links: {
      notifications: `${APP_URL}/notifications`,
      watches: `${APP_URL}/keywords`,
      settings: `${APP_URL}/settings`,
      unsubscribe,
    },
    operator: mailOperator(),
  };
  const read = { ...content, items: content.items.map(readItem) };
  const { view, html } = await fitted((size) => alertView(read, setting, size));
  return {
    count: content.total,
    message: {
      from: EMAIL_FROM,
      to: reader.email,
      subject: getSubject(content),
      html,
      text: alertText(view),
      headers: {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    },
  };
}

async function fitted(getView: (size: AlertSize) => AlertView): Promise<{ view: AlertView; html: string }> {
  for (const size of sizes) {
    const view = getView(size);
    const html = await render(createElement(Alert, { view }));
    if (Buffer.byteLength(html) <= maxHtmlBytes) return { view, html };
  }
  throw new Error("an alert email is too long even in its shortest form");
}
