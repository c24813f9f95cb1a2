const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a date for bills, '21 Dec 2026', in a time zone. Unknown zones are treated as UTC. */
export function formatBillingDate(at: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = newFormat(timeZone);
    formats.set(timeZone, format);
  }
  return format.format(at);
}

function newFormat(timeZone: string): Intl.DateTimeFormat {
  const how = { day: "numeric", month: "short", year: "numeric" } as const;
  try {
    return new Intl.DateTimeFormat("en-GB", { ...how, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-GB", { ...how, timeZone: "UTC" });
  }
}
