import { render } from "@react-email/render";
import { createElement } from "react";
import { env } from "@/env";
import type { Reader, WeekContent } from "@/domain/message";
import type { Rendered } from "./rendered";
import { Week } from "./week";
import { type WeekLinks, weekView, type WeekView } from "./week-view";

/** Renders what a week brought one user. */
export async function renderWeekMail(week: WeekContent, reader: Reader): Promise<Rendered> {
  const { APP_URL, EMAIL_FROM, OPERATOR_NAME, OPERATOR_ADDRESS } = env();
  const view = weekView(week, reader);
  const { unsubscribeUrl: unsubscribe } = reader;
  const links: WeekLinks = {
    notifications: `${APP_URL}/notifications`,
    settings: `${APP_URL}/settings`,
    unsubscribe,
  };
  const operator = { name: OPERATOR_NAME, address: OPERATOR_ADDRESS };
  return {
    count: week.total.count,
    message: {
      from: EMAIL_FROM,
      to: reader.email,
      subject: `${view.heading}: ${view.intro.split(",")[0]}`,
      html: await render(createElement(Week, { view, links, operator })),
      text: textOf(view, links, operator),
      headers: {
        "List-Unsubscribe": `<${unsubscribe}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    },
  };
}

/** The report for who reads no HTML. */
function textOf(view: WeekView, links: WeekLinks, operator: { name: string; address: string }): string {
  const part = (title: string, lines: readonly string[]) => [title.toUpperCase(), ...lines, ""];
  return [
    view.heading,
    "",
    view.intro,
    "",
    ...view.tables.flatMap(({ title, rows }) =>
      part(
        title,
        rows.map(({ name, count, difference }) => `${name}: ${count} (${difference})`),
      ),
    ),
    ...(view.threads.length === 0
      ? []
      : part(
          "The busiest threads",
          view.threads.flatMap(({ title, url, source }) => [`${title} (${source})`, url]),
        )),
    ...part(
      view.missedTitle,
      view.missed.map(({ title, text }) => `${title}: ${text}`),
    ),
    `Your notifications: ${links.notifications}`,
    "",
    "--",
    `You get this on Mondays, because you asked for it. Change the hour or stop the report: ${links.settings}`,
    `Stop all alerts by mail: ${links.unsubscribe}`,
    `${operator.name}, ${operator.address}.`,
    "",
  ].join("\n");
}
