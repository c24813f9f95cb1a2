import type { AlertContent } from "@/domain/delivery/message";
import { oneLine } from "./one-line";

const figures = new Intl.NumberFormat("en");

export function figure(count: number): string {
  return figures.format(count);
}

export function matches(count: number): string {
  return `${figure(count)} ${count === 1 ? "match" : "matches"}`;
}

export function times(count: number): string {
  if (count === 1) return "once";
  return count === 2 ? "twice" : `${figure(count)} times`;
}

export function listed(names: readonly string[], max: number): string {
  const shown = names.length > max ? [...names.slice(0, max), `${figure(names.length - max)} more`] : names;
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

export function getHeading({ total, frequency }: Pick<AlertContent, "total" | "frequency">): string {
  if (frequency === "realtime") return `${figure(total)} new ${total === 1 ? "match" : "matches"}`;
  return `${frequency === "hourly" ? "Hourly" : "Daily"} digest: ${matches(total)}`;
}

export const howOften = {
  realtime: "real-time alerts",
  hourly: "hourly digests",
  daily: "daily digests",
} as const;

const maxLine = 120;

/** Safe for a header. Names the rarest keyword first, because a noisy one would hide it. */
export function getSubject({ total, frequency, keywords, items }: AlertContent): string {
  const rarestFirst = keywords.toSorted((one, other) => one.count - other.count);
  const [rarest, ...rest] = rarestFirst;
  const top = `“${oneLine(rarest?.keyword ?? "")}”`;
  const digest =
    frequency === "realtime" ? "" : frequency === "hourly" ? "Hourly digest: " : "Daily digest: ";
  const item = items[0];
  if (total === 1 && item !== undefined) {
    const others = rest.length > 0 ? ` and ${figure(rest.length)} more` : "";
    return cut(`${digest}${top}${others} in ${oneLine(item.place)}: ${oneLine(item.title)}`);
  }
  if (rest.length === 0) return cut(`${digest}${matches(total)} for ${top}`);
  return cut(`${digest}${matches(rarest?.count ?? 0)} for ${top}, ${figure(total)} in all`);
}

export function cut(line: string): string {
  const characters = [...line];
  return characters.length <= maxLine
    ? line
    : `${characters
        .slice(0, maxLine - 1)
        .join("")
        .trimEnd()}…`;
}
