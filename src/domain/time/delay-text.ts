export function delayText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export function soonText(seconds: number): string {
  return seconds < 1 ? "under 1 s" : delayText(Math.round(seconds));
}
