const hourMs = 3_600_000;

/**
 * How long ago something was, in the specification's words: 'Just now' under 1 hour (and for what a fast clock dates
 * ahead), 'Nh ago' under 24 hours, otherwise 'Nd ago', always rounded down.
 */
export function formatAge(at: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - at.getTime()) / hourMs);
  if (hours < 1) return "Just now";
  return hours < 24 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`;
}
