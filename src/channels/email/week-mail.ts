import { render } from "@react-email/render";
import { createElement } from "react";
import { env } from "@/env";
import type { Reader, WeekContent } from "@/domain/delivery/message";
import { mailOperator, type MailOperator } from "./operator";
import type { Rendered } from "./rendered";
import { Week } from "./week";
import { getNextPath, type WeekLinks, weekView, type WeekView } from "./week-view";

export async function renderWeekMail(week: WeekContent, reader: Reader): Promise<Rendered> {
  const { APP_URL, EMAIL_FROM } = env();
  const view = weekView(week, reader);
  const { unsubscribeUrl: stop } = reader;
  const links: WeekLinks = {
    notifications: `${APP_URL}/notifications`,
    starred: `${APP_URL}/notifications?status=starred`,
    narrowing: `${APP_URL}/keywords${view.ignored?.watchId ? `/${view.ignored.watchId}` : ""}`,
    keywords: `${APP_URL}/keywords`,
    settings: `${APP_URL}/settings`,
    stop,
  };
  const operator = mailOperator();
  return {
    count: week.total.count,
    message: {
      from: EMAIL_FROM,
      to: reader.email,
      subject: view.subject,
      html: await render(createElement(Week, { view, links, operator })),
      text: getText(view, links, operator),
      headers: {
        "List-Unsubscribe": `<${stop}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    },
  };
}

function getText(view: WeekView, links: WeekLinks, operator: MailOperator): string {
  const part = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title.toUpperCase(), ...lines, ""];
  const next = getNextPath(view, links);
  return [
    view.heading,
    "",
    view.intro,
    // The intro already mentions the first figure.
    ...view.figures.slice(1).map(({ value, label }) => `${value} ${label}`),
    "",
    ...view.tables.flatMap(({ title, rows }) =>
      part(
        title,
        rows.map(({ name, count, difference }) => `${name}: ${count} (${difference})`),
      ),
    ),
    ...part(
      "Top threads",
      view.threads.flatMap(({ title, url, place, count, day }) => [
        `${title} (${place}, ${count}, ${day})`,
        url,
      ]),
    ),
    ...(view.missed.length === 0 ? [`${view.missedTitle}.`, ""] : []),
    ...part(
      view.missedTitle,
      view.missed.map(({ title, text }) => `${title}: ${text}`),
    ),
    ...part("Receipt", [view.receipt, `Download receipts from your keywords' pages: ${links.keywords}`]),
    `${next.label}: ${next.href}`,
    ...(view.ignored === null
      ? []
      : [`“${view.ignored.keyword}” ${view.ignored.text} Narrow it down: ${links.narrowing}`]),
    "",
    "--",
    `You're receiving this because weekly reports are on. Change the time: ${links.settings}`,
    `Turn off this report: ${links.stop}`,
    `${operator.name}, ${operator.address}.`,
    "",
  ].join("\n");
}
