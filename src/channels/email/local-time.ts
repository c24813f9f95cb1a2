export interface LocalTime {
  /** For example '14:03'. */
  time: string;
  /** For example '21 Nov'. */
  day: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the local time. Unknown time zones fall back to UTC. */
export function localTime(at: Date, timeZone: string): LocalTime {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { time: `${parts.hour}:${parts.minute}`, day: `${parts.day} ${parts.month}` };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = newFormat(timeZone);
    formats.set(timeZone, format);
  }
  return format;
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  const how = {
    hour: "2-digit",
    minute: "2-digit",
    day: "numeric",
    month: "short",
    hourCycle: "h23",
  } as const;
  // An account with a removed time zone must still get its email.
  try {
    return new Intl.DateTimeFormat("en-GB", { ...how, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...how, timeZone: "UTC" });
  }
}
