import { formatDay } from "@/domain/time/moment";
import type { TextOverflow } from "@/domain/delivery/message";
import { freeDailyBytes, proDailyBytes } from "@/domain/plans/plans";
import { env, isBillingOn } from "@/env";
import { renderLetter } from "./account-mail";
import type { Rendered } from "./rendered";

const bytesOfMegabyte = 1_000_000;

export async function renderTextMail({ day, megabytes }: TextOverflow, to: string): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  const hasMore = isBillingOn() && megabytes === freeDailyBytes / bytesOfMegabyte;
  const more = hasMore ? ` Pro records up to ${proDailyBytes / bytesOfMegabyte} MB a day.` : "";
  const letter = {
    heading: "Your matches contain too much text",
    text: `Your matches on ${formatDay(day)} have reached ${megabytes} MB of text. Further matches that day are counted but send no alerts. Their watches show the gap \u201Ctoo much text\u201D. Recording restarts the next day.`,
    action: { label: "Narrow your watches", url: `${APP_URL}/keywords` },
    note: `To reduce matches, use a longer keyword, whole words or fewer places.${more} Questions? Contact ${SUPPORT_EMAIL}.`,
  };
  return renderLetter(letter, to);
}
