/** A moment as it is written in a mail: 24 h, in the user's zone. */
export interface LocalTime {
  /** '14:03' */
  time: string;
  /** '21 Nov' */
  day: string;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local time; a zone this machine does not know is read as UTC. */
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
  // One account with a zone that has left the tables must still get its mail.
  try {
    return new Intl.DateTimeFormat("en-GB", { ...how, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...how, timeZone: "UTC" });
  }
}
