"use client";

import { useState } from "react";
import { allShareText, isShared } from "@/contract/all-share";
import { tooManyText, tooMuchText } from "@/contract/coverage-texts";
import { counted } from "@/domain/text/counted";
import { placeKey } from "@/domain/reading/place";
import { Badge } from "@/ui/badge";
import { Card, CardBody, CardHead } from "@/ui/card";
import { ErrorState } from "@/ui/error-state";
import { QuietButton } from "@/ui/quiet-link";
import { Skeleton } from "@/ui/skeleton";
import { useNow } from "@/ui/use-now";
import { CoverageRow } from "./coverage-row";
import { SiteDelays } from "./site-delays";
import { useCoverage } from "./use-coverage";

const shownAtFirst = 6;

export function CoverageCard({
  expected,
  servedAt,
  timeZone,
}: {
  /** Number of places, so the card has its final size before the data arrives. */
  expected: number;
  servedAt: Date;
  timeZone: string;
}) {
  const { data, error, mutate } = useCoverage();
  const places = data === undefined ? [] : data.places;
  const [isWhole, setWhole] = useState(false);
  const now = useNow(servedAt);
  return (
    <Card aria-labelledby="coverage">
      <CardHead title="Coverage" titleId="coverage" />
      <CardBody className="grid gap-3 py-1!">
        {data === undefined && error === undefined && (
          <div role="status" aria-label="Loading" className="divide-y divide-line">
            {Array.from({ length: Math.max(1, Math.min(expected, shownAtFirst)) }, (_, row) => (
              <div key={row} className="grid h-23 content-center gap-2 sm:h-11">
                <Skeleton className="w-2/3 sm:w-1/2" />
              </div>
            ))}
          </div>
        )}
        {data === undefined && error !== undefined && (
          <ErrorState title="Error loading coverage" text={error.message} onRetry={() => void mutate()} />
        )}
        {data !== undefined && places.length === 0 && (
          <p className="py-3 text-ink-2">Nothing to read yet. You don&apos;t have any active keywords.</p>
        )}
        <ul className="divide-y divide-line empty:hidden">
          {(isWhole ? places : places.slice(0, shownAtFirst)).map((one) => (
            <li key={placeKey(one)}>
              <CoverageRow
                coverage={one}
                note={data && isShared(one) ? allShareText(data.allShare) : null}
                now={now}
                timeZone={timeZone}
              />
            </li>
          ))}
        </ul>
        {data !== undefined && (
          <>
            <Overflows label="Too many matches" overflows={data.tooMany} text={tooManyText} />
            <Overflows label="Too much text" overflows={data.tooMuchText} text={tooMuchText} />
          </>
        )}
        {places.length > shownAtFirst && (
          <div className="pb-3">
            <QuietButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? "Show Less" : `Show all ${counted(places.length, "place")}`}
            </QuietButton>
          </div>
        )}
        <SiteDelays delays={data?.delays ?? []} />
      </CardBody>
    </Card>
  );
}

function Overflows<O extends { watchId: string; keyword: string; day: string }>({
  label,
  overflows,
  text,
}: {
  label: string;
  overflows: readonly O[];
  text: (overflow: O) => string;
}) {
  if (overflows.length === 0) return null;
  return (
    <ul aria-label={label} className="divide-y divide-line border-t border-line">
      {overflows.map((overflow) => (
        <li
          key={`${overflow.watchId} ${overflow.day}`}
          className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto] sm:items-baseline"
        >
          <b className="font-semibold wrap-anywhere">{overflow.keyword}</b>
          <p className="text-13 text-ink-2">{text(overflow)}</p>
          <Badge look="warn">Gap</Badge>
        </li>
      ))}
    </ul>
  );
}
