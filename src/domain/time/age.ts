const hourMs = 3_600_000;

export function formatAge(at: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - at.getTime()) / hourMs);
  if (hours < 1) return "Just now";
  return hours < 24 ? `${hours}h ago` : `${Math.floor(hours / 24)}d ago`;
}
