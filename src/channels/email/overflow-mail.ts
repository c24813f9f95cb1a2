import { render } from "@react-email/render";
import { createElement } from "react";
import { formatDay } from "@/domain/moment";
import type { DayOverflow } from "@/domain/message";
import { freeDailyMatches, proDailyMatches } from "@/domain/plans";
import { env, isBillingOn } from "@/env";
import { AccountLetter } from "./account";
import { accountText } from "./account-mail";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";
import { figure } from "./words";

/** Renders what is told once of a day on which a watch hears more than is recorded. */
export async function renderOverflowMail(
  { keyword, day, recorded }: DayOverflow,
  to: string,
): Promise<Rendered> {
  const { APP_URL, EMAIL_FROM, OPERATOR_NAME, OPERATOR_ADDRESS, SUPPORT_EMAIL } = env();
  const heading = `Too many matches for “${oneLine(keyword)}”`;
  const hasMore = isBillingOn() && recorded === freeDailyMatches;
  const view = {
    heading,
    text: `This watch has had its ${figure(recorded)} matches of ${formatDay(day)}. What else it hears on that day is counted, shows as a gap on the watch, and alerts nobody. The next day begins anew.`,
    label: "Narrow the watch",
    url: `${APP_URL}/keywords`,
    note: `A longer keyword, whole words or fewer places hear less.${hasMore ? ` With Pro a watch records ${figure(proDailyMatches)} matches a day.` : ""} Questions? Write to ${SUPPORT_EMAIL}.`,
    operator: { name: OPERATOR_NAME, address: OPERATOR_ADDRESS },
  };
  return {
    count: 0,
    message: {
      from: EMAIL_FROM,
      to,
      subject: heading,
      html: await render(createElement(AccountLetter, { view })),
      text: accountText(view),
      headers: {},
    },
  };
}
