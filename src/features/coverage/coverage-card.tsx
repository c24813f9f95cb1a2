"use client";

import { useState } from "react";
import type { CoverageAnswer } from "@/contract/coverage";
import { allShareText } from "@/domain/all-share";
import { Card, CardBody, CardHead } from "@/ui/card";
import { QuietButton } from "@/ui/quiet-link";
import { useNow } from "@/ui/use-now";
import { CoverageRow } from "./coverage-row";
import { useCoverage } from "./use-coverage";

const shownAtFirst = 6;

/** What was really read: of each watched subreddit when, how much, how soon, and what is known to be missed. */
export function CoverageCard({
  served,
  servedAt,
  timeZone,
}: {
  served: CoverageAnswer;
  servedAt: Date;
  timeZone: string;
}) {
  const { subreddits, allShare } = useCoverage(served);
  const [isWhole, setWhole] = useState(false);
  const now = useNow(servedAt);
  return (
    <Card aria-labelledby="coverage">
      <CardHead title="What was read" titleId="coverage" />
      <CardBody className="grid gap-3 py-1!">
        {subreddits.length === 0 && (
          <p className="py-3 text-ink-2">Nothing is read for you yet: no keyword is active.</p>
        )}
        <ul className="divide-y divide-line empty:hidden">
          {(isWhole ? subreddits : subreddits.slice(0, shownAtFirst)).map((one) => (
            <li key={one.name}>
              <CoverageRow
                coverage={one}
                note={one.name.toLowerCase() === "all" ? allShareText(allShare) : null}
                now={now}
                timeZone={timeZone}
              />
            </li>
          ))}
        </ul>
        {subreddits.length > shownAtFirst && (
          <div className="pb-3">
            <QuietButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? "Show Less" : `Show all ${subreddits.length} subreddits`}
            </QuietButton>
          </div>
        )}
      </CardBody>
    </Card>
  );
}
