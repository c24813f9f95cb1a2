import { formatDay } from "@/domain/moment";
import type { DayOverflow } from "@/domain/message";
import { freeDailyMatches, proDailyMatches } from "@/domain/plans";
import { env, isBillingOn } from "@/env";
import { renderLetter } from "./account-mail";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";
import { figure } from "./words";

/** Renders what is told once of a day on which a watch hears more than is recorded. */
export async function renderOverflowMail(
  { keyword, day, recorded }: DayOverflow,
  to: string,
): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  const heading = `Too many matches for “${oneLine(keyword)}”`;
  const hasMore = isBillingOn() && recorded === freeDailyMatches;
  const letter = {
    heading,
    text: `This watch has had its ${figure(recorded)} matches of ${formatDay(day)}. What else it hears on that day is counted, shows as a gap on the watch, and alerts nobody. The next day begins anew.`,
    action: { label: "Narrow the watch", url: `${APP_URL}/keywords` },
    note: `A longer keyword, whole words or fewer places hear less.${hasMore ? ` With Pro a watch records ${figure(proDailyMatches)} matches a day.` : ""} Questions? Write to ${SUPPORT_EMAIL}.`,
  };
  return renderLetter(letter, to);
}
