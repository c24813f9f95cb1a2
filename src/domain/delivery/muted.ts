import { formatMoment, formatTime } from "../time/moment";

export function isMuted(mutedUntil: string | null, now: Date): boolean {
  return mutedUntil === "forever" || (mutedUntil !== null && new Date(mutedUntil) > now);
}

export function mutedText(mutedUntil: string, now: Date, timeZone: string): string {
  if (mutedUntil === "forever") return "until you unmute";
  const end = new Date(mutedUntil);
  const [day, time] = [formatMoment(end, now, timeZone), formatTime(end, timeZone)];
  return day === time ? `until ${time}` : `until ${day}, ${time}`;
}
