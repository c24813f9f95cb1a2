import { formatCount } from "@/domain/counted";

const dayHours = 24;
/** Items are stored for two days, but the oldest can be an hour younger. */
const twoDays = 47;

/** 'In the last two days', or the period that stored items cover. */
export function spanText(hours: number): string {
  if (hours >= twoDays) return "In the last two days";
  return hours <= 1 ? "In the last hour" : `In the last ${hours} hours`;
}

/** Matches per day, or null if less than a day of items is stored. */
export function perDay(matched: number, hours: number): number | null {
  return hours < dayHours ? null : (matched * dayHours) / hours;
}

/** For example ', about 7 a day'. */
export function perDayText(matched: number, hours: number): string {
  const each = perDay(matched, hours);
  if (each === null || each === 0) return "";
  return each < 1 ? ", less than one a day" : `, about ${formatCount(rounded(each))} a day`;
}

/** Confirmation shown before saving a watch with too many matches. */
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

/** For example '6.2%'; no decimals from 10% on. */
export function shareText(share: number): string {
  const percent = share * 100;
  return `${percent < 10 ? percent.toFixed(1).replace(/\.0$/, "") : Math.min(100, Math.round(percent))}%`;
}

/** Rounds to two significant digits. */
function rounded(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.round(count / step) * step;
}
