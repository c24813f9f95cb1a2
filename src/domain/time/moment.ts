const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the date in a time zone, '2026-11-21'. Unknown zones are treated as UTC. */
export function localDay(at: Date, timeZone: string): string {
  const { year, month, day } = getParts(at, timeZone, "numbers");
  return `${year}-${month}-${day}`;
}

/** '14:03' today, 'Fri' for the six days before, otherwise '3 Nov', with the year if it is another one. */
export function formatMoment(at: Date, now: Date, timeZone: string): string {
  const day = localDay(at, timeZone);
  const today = localDay(now, timeZone);
  const days = Math.round((Date.parse(today) - Date.parse(day)) / dayMs);
  if (days === 0) return formatTime(at, timeZone);
  const parts = getParts(at, timeZone, "words");
  if (days > 0 && days < 7) return parts.weekday ?? "";
  const date = `${parts.day} ${parts.month}`;
  return day.slice(0, 4) === today.slice(0, 4) ? date : `${date} ${day.slice(0, 4)}`;
}

/** '3 Nov'. */
export function formatDate(at: Date, timeZone: string): string {
  const { day, month } = getParts(at, timeZone, "words");
  return `${day} ${month}`;
}

/** '18:00' today, 'Mon 08:00' for the next six days, otherwise '4 Jan, 08:00'. */
export function formatAhead(at: Date, now: Date, timeZone: string): string {
  const day = localDay(at, timeZone);
  const today = localDay(now, timeZone);
  const days = Math.round((Date.parse(day) - Date.parse(today)) / dayMs);
  const time = formatTime(at, timeZone);
  if (days === 0) return time;
  const { weekday, day: date, month } = getParts(at, timeZone, "words");
  if (days > 0 && days < 7) return `${weekday} ${time}`;
  const year = day.slice(0, 4) === today.slice(0, 4) ? "" : ` ${day.slice(0, 4)}`;
  return `${date} ${month}${year}, ${time}`;
}

export function formatDay(day: string): string {
  const how = { day: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", how).format(new Date(`${day}T00:00:00Z`));
}

export function formatTime(at: Date, timeZone: string): string {
  const { hour, minute } = getParts(at, timeZone, "words");
  return `${hour}:${minute}`;
}

function getParts(at: Date, timeZone: string, look: "numbers" | "words"): Record<string, string> {
  const key = `${look} ${timeZone}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = newFormat(timeZone, look);
    formats.set(key, format);
  }
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}

function newFormat(timeZone: string, look: "numbers" | "words"): Intl.DateTimeFormat {
  const how: Intl.DateTimeFormatOptions =
    look === "numbers"
      ? { year: "numeric", month: "2-digit", day: "2-digit" }
      : {
          weekday: "short",
          day: "numeric",
          month: "short",
          hour: "2-digit",
          minute: "2-digit",
          hourCycle: "h23",
        };
  // A zone that was removed from the database must not break the screen.
  try {
    return new Intl.DateTimeFormat("en-US", { ...how, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...how, timeZone: "UTC" });
  }
}
