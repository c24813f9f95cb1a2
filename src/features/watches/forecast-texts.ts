import { maxKeywordLength } from "@/contract/watch";
import { formatCount } from "@/domain/text/counted";

const dayHours = 24;
/** Items are stored for two days, but the oldest can be an hour younger. */
const twoDays = 47;

export interface NoForecast {
  title: string;
  text: string;
}

export function noForecastText({
  keyword,
  filters: { includePosts, includeComments },
  hasPlaces,
}: {
  keyword: string;
  filters: { includePosts: boolean; includeComments: boolean };
  hasPlaces: boolean;
}): NoForecast | null {
  const title = "No forecast yet";
  const { length } = keyword.trim();
  if (length === 0) return { title, text: "Enter a keyword to preview its matches." };
  if (length > maxKeywordLength)
    return {
      title: "No forecast for this keyword",
      text: `Shorten it to ${maxKeywordLength} characters or fewer to see what it would have found.`,
    };
  if (!hasPlaces) return { title, text: "Choose where to look to preview its matches." };
  if (includePosts || includeComments) return null;
  return { title, text: "Select posts or comments to preview its matches." };
}

export function spanText(hours: number): string {
  if (hours >= twoDays) return "In the last two days";
  return hours <= 1 ? "In the last hour" : `In the last ${hours} hours`;
}

/** Matches per day, or null if less than a day of items is stored. */
export function perDay(matched: number, hours: number): number | null {
  return hours < dayHours ? null : (matched * dayHours) / hours;
}

export function perDayText(matched: number, hours: number): string {
  const each = perDay(matched, hours);
  if (each === null || each === 0) return "";
  return each < 1 ? ", less than one a day" : `, about ${formatCount(rounded(each))} a day`;
}

export function noisyConfirmation({
  matched,
  hours,
  share,
}: {
  matched: number;
  hours: number;
  share: number;
}): string {
  const each = perDayText(matched, hours).replace(/^, a/, "A");
  const much =
    each === ""
      ? `${formatCount(matched)} matches ${spanText(hours).toLowerCase()}`
      : `${each.replace(" a day", "")} matches a day`;
  return `${much}, ${shareText(share)} of everything posted there. Save anyway?`;
}

export function shareText(share: number): string {
  const percent = share * 100;
  return `${percent < 10 ? percent.toFixed(1).replace(/\.0$/, "") : Math.min(100, Math.round(percent))}%`;
}

function rounded(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.round(count / step) * step;
}
