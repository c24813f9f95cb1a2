/** Earlier dates are usually defaults such as 1970, later ones mistakes or announcements. */
const firstMs = Date.UTC(1990, 0);
const maxDaysAhead = 2;
const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthName =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const day = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
const month = `(?<month>${monthName})\\.?`;
const year = "(?<year>\\d{4}|\\d{2})";
/** Weekdays appear in any language. We ignore them. */
const weekday = "(?:\\p{L}{2,}\\.?,?\\s+|\\p{L}{2,}\\.?,\\s*)?";
const time =
  "(?<hour>\\d{1,2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:[.,]\\d+)?)?(?:\\s*(?<half>[ap])\\.?m\\.?)?";
const zone =
  "(?<zone>[+\\-\u2212]\\d{1,2}(?::?\\d{2})?|(?:z|gmt|utc?)(?:\\s*[+\\-\u2212]\\d{1,2}(?::?\\d{2})?)?|[a-z]{1,5})(?:\\s*[[(][^\\])]{0,60}[\\])])?";
const rest = `(?:(?:,|\\s+at)?\\s*${time}(?:\\s*${zone})?)?`;

/** ISO 8601 and RFC 822, 850, 2822 and 9110, with common variations. */
const patterns = [
  `(?<year>\\d{4})-(?<number>\\d{1,2})-(?<day>\\d{1,2})(?:(?:[t_]|\\s+)${time}\\s*(?:${zone})?)?`,
  `(?<year>\\d{4})(?<separator>[/.])(?<number>\\d{1,2})\\k<separator>(?<day>\\d{1,2})(?:[t\\s]\\s*${time}\\s*(?:${zone})?)?`,
  `(?<year>\\d{4})(?<number>\\d{2})(?<day>\\d{2})(?:t(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})?(?:[.,]\\d+)?(?:${zone})?)?`,
  `(?<year>\\d{4})-?(?<ordinal>\\d{3})(?:t${time}(?:${zone})?)?`,
  `(?<year>\\d{4})-?w(?<week>\\d{2})-?(?<dayOfWeek>[1-7])(?:t${time}(?:${zone})?)?`,
  `${weekday}${day}[\\s-]+${month},?[\\s-]+${year}${rest}`,
  `${weekday}${month}\\s+${day},?\\s+${year}${rest}`,
  `${weekday}${month}\\s+${day}\\s+${time}(?:\\s+${zone})?\\s+${year}(?:\\s*${zone.replace("<zone>", "<laterZone>")})?`,
].map((pattern) => new RegExp(`^${pattern}$`, "iu"));

const zoneHours: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7 },
  ...{ wet: 0, west: 1, bst: 1, cet: 1, cest: 2, hits: 1, mest: 2, eet: 2, eest: 3, msk: 3 },
  ...{ jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
};

/** Limited to `now`. Null if ambiguous, such as 05/12/2026. Unknown time zones count as UTC. */
export function readDate(written: string, now: Date): Date | null {
  const text = written.trim().replace(/\s+/g, " ");
  if (text.length > 80) return null;
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups === undefined) continue;
    const ms = getTime(groups);
    if (ms === null || ms < firstMs || ms > now.getTime() + maxDaysAhead * dayMs) return null;
    return new Date(Math.min(ms, now.getTime()));
  }
  return null;
}

type Groups = Record<string, string | undefined>;

function getTime(groups: Groups): number | null {
  const date = dateOf(groups);
  const clock = clockOf(groups);
  const offset = offsetOf(groups.zone ?? groups.laterZone ?? "");
  return date === null || clock === null || offset === null ? null : date + clock - offset * minuteMs;
}

function dateOf({ year = "", month, number, day, ordinal, week, dayOfWeek }: Groups): number | null {
  const full = yearOf(year);
  if (ordinal !== undefined) return existing(full, 1, Number(ordinal), { isOrdinal: true });
  if (week !== undefined) return weekDate(full, Number(week), Number(dayOfWeek));
  const at = month === undefined ? Number(number) : months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return existing(full, at, Number(day), { isOrdinal: false });
}

/** Expands two digits as in RFC 2822. */
function yearOf(year: string): number {
  const number = Number(year);
  if (year.length > 2) return number;
  return number < 50 ? 2000 + number : 1900 + number;
}

/** Null if the day doesn't exist in that month or year. */
function existing(
  year: number,
  month: number,
  day: number,
  { isOrdinal }: { isOrdinal: boolean },
): number | null {
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  const isSame = isOrdinal || (date.getUTCMonth() === month - 1 && day > 0);
  return date.getUTCFullYear() === year && isSame ? ms : null;
}

/** Week 1 contains 4 January. */
function weekDate(year: number, week: number, day: number): number | null {
  const fourth = Date.UTC(year, 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
  return week < 1 || week > 53 ? null : monday + ((week - 1) * 7 + day - 1) * dayMs;
}

function clockOf({ hour = "0", minute = "0", second = "0", half }: Groups): number | null {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  const isTwelve = half === undefined ? hours <= 24 : hours >= 1 && hours <= 12;
  if (!isTwelve || minutes > 59 || seconds > 60) return null;
  const inDay = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return (inDay * 60 + minutes) * minuteMs + seconds * 1000;
}

/** Minutes east of Greenwich. */
function offsetOf(zone: string): number | null {
  const [, sign, hours = "", minutes = "0"] = /([+\-\u2212])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined) return (zoneHours[zone.toLowerCase()] ?? 0) * 60;
  if (Number(hours) > 14 || Number(minutes) > 59) return null;
  return (sign === "+" ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
}
