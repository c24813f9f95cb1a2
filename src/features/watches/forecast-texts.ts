import { formatCount } from "@/domain/counted";

const dayHours = 24;
/** Of what is held for two days the oldest may be an hour younger. */
const twoDays = 47;

/** 'In the last two days', or as far back as something is held. */
export function spanText(hours: number): string {
  if (hours >= twoDays) return "In the last two days";
  return hours <= 1 ? "In the last hour" : `In the last ${hours} hours`;
}

/** How many a day that is; null of less than a day, from which nothing can be told. */
export function perDay(matched: number, hours: number): number | null {
  return hours < dayHours ? null : (matched * dayHours) / hours;
}

/** ', about 7 a day' */
export function perDayText(matched: number, hours: number): string {
  const each = perDay(matched, hours);
  if (each === null || each === 0) return "";
  return each < 1 ? ", less than one a day" : `, about ${formatCount(rounded(each))} a day`;
}

/** What is asked before a watch is saved that would bring so much. */
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

/** '6.2%'; from ten on without a fraction. */
export function shareText(share: number): string {
  const percent = share * 100;
  return `${percent < 10 ? percent.toFixed(1).replace(/\.0$/, "") : Math.min(100, Math.round(percent))}%`;
}

/** Two figures are as many as a forecast has. */
function rounded(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.round(count / step) * step;
}
