import type { PlaceCoverage } from "@/contract/coverage";
import { counted } from "@/domain/counted";
import { gapsText, slowedText, unreadText } from "@/contract/coverage-texts";
import { delayText } from "@/domain/delay-text";
import { formatMoment } from "@/domain/moment";
import { Badge } from "@/ui/badge";

/** A place's volume today, delay, known gaps and last read. */
export function CoverageRow({
  coverage,
  note,
  now,
  timeZone,
}: {
  coverage: PlaceCoverage;
  note: string | null;
  now: Date;
  timeZone: string;
}) {
  const { label, posts, comments, gaps } = coverage;
  const trouble = coverage.isOn ? unreadText(coverage) : "Its site isn't enabled on this server";
  const delays = [posts.delaySeconds, comments.delaySeconds].filter((delay) => delay !== null);
  const facts = [
    `${counted(posts.itemsToday, "post")}, ${counted(comments.itemsToday, "comment")} today`,
    ...(delays.length === 0 ? [] : [`found after ${delayText(Math.max(...delays))}`]),
    gapsText(gaps),
    ...(coverage.slowdown === undefined ? [] : [slowedText]),
    ...(note === null ? [] : [note]),
  ];
  const ends = coverage.ends === undefined ? [] : [coverage.ends];
  const isMissing = gaps.some((gap) => gap.filledAt === null);
  return (
    <div className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto] sm:items-baseline">
      <b className="font-semibold wrap-anywhere">{label}</b>
      <p className="text-13 text-ink-2">{[...(trouble === null ? facts : [trouble]), ...ends].join(" · ")}</p>
      <p className="flex items-center gap-2 text-13 text-ink-3">
        {trouble !== null && <Badge look="bad">Not read</Badge>}
        {trouble === null && isMissing && <Badge look="warn">Gap</Badge>}
        {trouble === null && readText(posts.readAt, comments.readAt, now, timeZone)}
      </p>
    </div>
  );
}

/** The older of the two: both kinds have been read completely since then. */
function readText(first: string | null, second: string | null, now: Date, timeZone: string): string {
  if (first === null || second === null) return "first check in progress";
  return `last checked ${formatMoment(new Date(first < second ? first : second), now, timeZone)}`;
}
