const mantissas = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** From 0 to the peak or just above it: at most `steps` equal steps of a round number. */
export function gridValues(peak: number, steps: number): number[] {
  const min = Math.max(1, peak / steps);
  const power = 10 ** Math.floor(Math.log10(min));
  const even = mantissas.map((mantissa) => mantissa * power).filter((step) => Number.isInteger(step));
  const step = even.find((one) => one >= min) ?? 10 * power;
  const count = Math.max(1, Math.ceil(peak / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

export function barPath(x: number, foot: number, width: number, height: number, radius: number): string {
  const round = Math.min(radius, height, width / 2);
  const of = (value: number) => Number(value.toFixed(1));
  return `M${of(x)} ${of(foot)}v${of(round - height)}q0 ${of(-round)} ${of(round)} ${of(-round)}h${of(width - 2 * round)}q${of(round)} 0 ${of(round)} ${of(round)}v${of(height - round)}z`;
}

// Shared, because creating a formatter is slow and a chart labels about a hundred days.
const days = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

export function dayLabel(date: string): string {
  return days.format(new Date(`${date}T00:00:00Z`));
}
