import { formatDay } from "@/domain/moment";
import type { TextOverflow } from "@/domain/message";
import { freeDailyBytes, proDailyBytes } from "@/domain/plans";
import { env, isBillingOn } from "@/env";
import { renderLetter } from "./account-mail";
import type { Rendered } from "./rendered";

const bytesOfMegabyte = 1_000_000;

/** Renders the email that an account's matches of a day have stored as much text as its plan allows. */
export async function renderTextMail({ day, megabytes }: TextOverflow, to: string): Promise<Rendered> {
  const { APP_URL, SUPPORT_EMAIL } = env();
  const hasMore = isBillingOn() && megabytes === freeDailyBytes / bytesOfMegabyte;
  const more = hasMore ? ` With Pro it is ${proDailyBytes / bytesOfMegabyte} MB a day.` : "";
  const letter = {
    heading: "Your matches contain too much text",
    text: `Your matches of ${formatDay(day)} have reached ${megabytes} MB of text. Further matches of that day are counted, shown as the gap \u201Ctoo much text\u201D on their watches, and send no alerts. Recording starts again the next day.`,
    action: { label: "Narrow your watches", url: `${APP_URL}/keywords` },
    note: `A longer keyword, whole words or fewer places match less.${more} Questions? Write to ${SUPPORT_EMAIL}.`,
  };
  return renderLetter(letter, to);
}
