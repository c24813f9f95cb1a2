const minuteMs = 60_000;
const bounds = { min: 5 * minuteMs, usual: 15 * minuteMs, max: 60 * minuteMs };

/** Freshness of a feed (ms): the longer of the HTTP headers and the feed's own interval, or the default. */
export function freshMs(headers: Headers, ownMinutes: number | null, now: Date): number {
  const intervals = [
    maxAgeMs(headers) ?? expiresMs(headers, now),
    ownMinutes === null ? null : ownMinutes * minuteMs,
  ];
  const known = intervals.filter((ms) => ms !== null);
  const ms = known.length === 0 ? bounds.usual : Math.max(...known);
  return Math.min(bounds.max, Math.max(bounds.min, ms));
}

function maxAgeMs(headers: Headers): number | null {
  const control = headers.get("cache-control") ?? "";
  const seconds = /(?:^|[,\s])max-age\s*=\s*"?(\d{1,9})/i.exec(control)?.[1];
  if (seconds === undefined) return null;
  const age = Number(headers.get("age") ?? 0) || 0;
  return Math.max(0, Number(seconds) - age) * 1000;
}

function expiresMs(headers: Headers, now: Date): number | null {
  const at = Date.parse(headers.get("expires") ?? "");
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
