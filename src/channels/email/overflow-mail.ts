import { formatDay } from "@/domain/time/moment";
import type { DayOverflow } from "@/domain/delivery/message";
import { freeDailyMatches, proDailyMatches } from "@/domain/plans/plans";
import { env, isBillingOn } from "@/env";
import { renderLetter } from "./account-mail";
import { oneLine } from "./one-line";
import type { Rendered } from "./rendered";
import { figure } from "./words";

export async function renderOverflowMail(
  { keyword, day, recorded }: DayOverflow,
  to: string,
): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  const heading = `Too many matches for “${oneLine(keyword)}”`;
  const hasMore = isBillingOn() && recorded === freeDailyMatches;
  const letter = {
    heading,
    text: `This watch reached its limit of ${figure(recorded)} matches on ${formatDay(day)}. We count further matches that day and show them as a gap, but don't record them or send alerts. The limit resets at midnight.`,
    action: { label: "Narrow the watch", url: `${APP_URL}/keywords` },
    note: `To reduce matches, use a longer keyword, whole words or fewer places.${hasMore ? ` Pro records up to ${figure(proDailyMatches)} matches a day.` : ""} Questions? Contact ${SUPPORT_EMAIL}.`,
  };
  return renderLetter(letter, to);
}
