const hourMs = 60 * 60 * 1000;

/** How long ago something was, in the specification's words: 'Just now' under an hour, 'Nh ago' under a day, 'Nd ago'. */
export function ageText(then: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - then.getTime()) / hourMs);
  if (hours < 1) return "Just now";
  return hours < 24 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`;
}
