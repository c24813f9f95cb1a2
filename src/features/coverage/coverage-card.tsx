"use client";

import { useState } from "react";
import type { SubredditCoverage } from "@/contract/coverage";
import { useCall } from "@/contract/swr";
import { allShareText } from "@/domain/all-share";
import { counted } from "@/domain/counted";
import { delayText, gapsText, healthTexts } from "@/domain/coverage-texts";
import { formatMoment } from "@/domain/moment";
import { Badge } from "@/ui/badge";
import { Card, CardBody, CardHead } from "@/ui/card";
import { ErrorState } from "@/ui/error-state";
import { Notice } from "@/ui/notice";
import { QuietButton } from "@/ui/quiet-link";
import { Skeleton } from "@/ui/skeleton";

const shownAtFirst = 6;

/** The shapes that check the answer are loaded with the question. */
const readCoverage = async () => (await import("./read-coverage")).readCoverage();

/** What was really read: of each watched subreddit when, how much, how soon, and what is known to be missed. */
export function CoverageCard({ now, timeZone }: { now: Date; timeZone: string }) {
  const { data, error, mutate } = useCall("/coverage: card", readCoverage);
  const [isWhole, setWhole] = useState(false);
  const subreddits = data?.subreddits ?? [];
  return (
    <Card aria-labelledby="coverage">
      <CardHead title="What was read" titleId="coverage" />
      <CardBody className="grid gap-3">
        <Notice look="warn">
          {data?.status === "degraded"
            ? "Reddit can't be read as usual at the moment. Earshot goes on trying and catches up where it stopped."
            : null}
        </Notice>
        {data === undefined && error === undefined && <Skeleton className="h-24" />}
        {data === undefined && error !== undefined && (
          <ErrorState title="Error loading coverage" text={error.message} onRetry={() => void mutate()} />
        )}
        {data !== undefined && subreddits.length === 0 && (
          <p className="text-ink-2">Nothing is read for you yet: no keyword is active.</p>
        )}
        <ul className="divide-y divide-line empty:hidden">
          {(isWhole ? subreddits : subreddits.slice(0, shownAtFirst)).map((one) => (
            <li key={one.name}>
              <CoverageRow
                coverage={one}
                note={one.name.toLowerCase() === "all" && data ? allShareText(data.allShare) : null}
                now={now}
                timeZone={timeZone}
              />
            </li>
          ))}
        </ul>
        {subreddits.length > shownAtFirst && (
          <div>
            <QuietButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? "Show Less" : `Show all ${subreddits.length} subreddits`}
            </QuietButton>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function CoverageRow({
  coverage: { name, health, posts, comments, gaps },
  note,
  now,
  timeZone,
}: {
  coverage: SubredditCoverage;
  note: string | null;
  now: Date;
  timeZone: string;
}) {
  const trouble = healthTexts[health];
  const delays = [posts.delaySeconds, comments.delaySeconds].filter((delay) => delay !== null);
  const facts = [
    `${counted(posts.itemsToday, "post")}, ${counted(comments.itemsToday, "comment")} today`,
    ...(delays.length === 0 ? [] : [`heard after ${delayText(Math.max(...delays))}`]),
    gapsText(gaps),
  ];
  const isMissing = gaps.some((gap) => gap.filledAt === null);
  return (
    <div className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto] sm:items-baseline">
      <b className="font-semibold wrap-anywhere">r/{name}</b>
      <p className="text-13 text-ink-2">
        {trouble ?? [...facts, ...(note === null ? [] : [note])].join(" · ")}
      </p>
      <p className="flex items-center gap-2 text-13 text-ink-3">
        {trouble !== null && <Badge look="bad">Not read</Badge>}
        {trouble === null && isMissing && <Badge look="warn">Gap</Badge>}
        {readText(posts.readAt, comments.readAt, now, timeZone)}
      </p>
    </div>
  );
}

/** The older of the two kinds: both were read completely since. */
function readText(first: string | null, second: string | null, now: Date, timeZone: string): string {
  if (first === null || second === null) return "first read under way";
  return `read ${formatMoment(new Date(first < second ? first : second), now, timeZone)}`;
}
