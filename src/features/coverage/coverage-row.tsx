import type { PlaceCoverage } from "@/contract/coverage";
import { counted } from "@/domain/text/counted";
import { gapsText, hasMoreGaps, mergeKinds, slowedText, unreadText } from "@/contract/coverage-texts";
import { formatMoment } from "@/domain/time/moment";
import { Badge } from "@/ui/badge";
import { delayOfPlace, lastRead } from "./figures";

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
  const issue = coverage.isOn ? unreadText(coverage) : "This server doesn't read this site";
  const delay = delayOfPlace(coverage);
  const facts = [
    `${counted(posts.itemsToday, "post")}, ${counted(comments.itemsToday, "comment")} today`,
    ...(delay === null ? [] : [`found after ${delay}`]),
    gapsText(mergeKinds(gaps), hasMoreGaps([coverage])),
    ...(coverage.slowdown === undefined ? [] : [slowedText]),
    ...(note === null ? [] : [note]),
  ];
  const ends = coverage.ends === undefined ? [] : [coverage.ends];
  const isMissing = gaps.some((gap) => gap.filledAt === null);
  return (
    <div className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto] sm:items-baseline">
      <b className="font-semibold wrap-anywhere">{label}</b>
      <p className="text-13 text-ink-2">{[...(issue === null ? facts : [issue]), ...ends].join(" · ")}</p>
      <p className="flex items-center gap-2 text-13 text-ink-3">
        {issue !== null && <Badge look="bad">Not read</Badge>}
        {issue === null && isMissing && <Badge look="warn">Gap</Badge>}
        {issue === null && readText(lastRead([coverage]), now, timeZone)}
      </p>
    </div>
  );
}

function readText(readAt: string | null, now: Date, timeZone: string): string {
  if (readAt === null) return "first check in progress";
  return `last checked ${formatMoment(new Date(readAt), now, timeZone)}`;
}
