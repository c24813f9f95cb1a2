"use client";

import { ShieldCheck } from "lucide-react";
import { useEffect } from "react";
import { useStored } from "@/browser/swr";
import { getKey } from "@/browser/swr-keys";
import type { CoverageResponse } from "@/contract/coverage";
import { formatCount } from "@/domain/text/counted";
import { ButtonLink } from "@/ui/button-link";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Notice } from "@/ui/notice";
import { PageHead } from "@/ui/page-head";
import { QuietButton } from "@/ui/quiet-link";
import { StatCard } from "@/ui/stat-card";
import { useNow } from "@/ui/use-now";
import { totals } from "./figures";
import { GapTable } from "./gap-table";
import { SiteSection } from "./site-section";

const refreshMs = 60_000;
const halfHourKey = [
  ["complete", "Complete"],
  ["late", "Late"],
  ["gap", "Gap"],
  ["unread", "Not watched yet"],
] as const;

export function CoverageScreen({
  served,
  servedAt,
  timeZone,
}: {
  served: CoverageResponse;
  servedAt: Date;
  timeZone: string;
}) {
  // Not the key of useCoverage: other screens store the response without its sites.
  const {
    data: coverage = served,
    error,
    mutate,
  } = useStored(`${getKey("getCoverage")} screen`, readCoverage, served);
  const now = useNow(servedAt);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void mutate(), refreshMs);
    return () => clearInterval(timer);
  }, [mutate]);
  return (
    <>
      <PageHead title="Coverage" sub="How completely and how quickly we read each site.">
        <ButtonLink href="/receipt">
          <ShieldCheck className="size-4" />
          Verify a receipt
        </ButtonLink>
      </PageHead>
      <Notice look="bad">
        {error === undefined ? null : (
          <p>
            <b>We couldn&apos;t refresh this page.</b> {error.message}{" "}
            <QuietButton onClick={() => void mutate()}>Try again</QuietButton>
          </p>
        )}
      </Notice>
      {coverage.places.length === 0 ? (
        <Card>
          <EmptyState
            level={2}
            title="No places yet"
            text="Add a keyword, and this page shows how well we read its places."
          >
            <ButtonLink href="/keywords?add">Add a keyword</ButtonLink>
          </EmptyState>
        </Card>
      ) : (
        <Sites coverage={coverage} now={now} timeZone={timeZone} />
      )}
    </>
  );
}

const readCoverage = async (): Promise<CoverageResponse> =>
  (await import("@/browser/api")).api.read("getCoverage");

function Sites({ coverage, now, timeZone }: { coverage: CoverageResponse; now: Date; timeZone: string }) {
  const { readToday, missing, isPartlyUnknown, gaps, gapLength, places, read } = totals(coverage);
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        <StatCard label="Read today" value={formatCount(readToday)} sub="posts and comments" />
        <StatCard
          label="Listed as missing"
          value={missing}
          sub={isPartlyUnknown ? "in 7 days, plus gaps of unknown size" : "in 7 days"}
        />
        <StatCard
          label="Gaps in 7 days"
          value={gaps}
          sub={gapLength === null ? "none" : `${gapLength} in total`}
        />
        <StatCard
          label="Your places"
          value={places}
          sub={read === places ? "all read" : `${read} read, ${places - read} not`}
        />
      </div>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
        {halfHourKey.map(([state, name]) => (
          <span key={state} className="half-hour-key inline-flex items-center gap-2">
            <i data-read={state} aria-hidden="true" />
            {name}
          </span>
        ))}
        <span className="text-ink-3">
          Delay: from publication to match, in the last hour. p95 means 95 of 100 were faster.
        </span>
      </p>
      <div className="grid gap-4">
        {coverage.sites.map((site) => (
          <SiteSection
            key={site.id}
            site={site}
            places={coverage.places.filter((place) => place.site === site.id)}
            coverage={coverage}
            now={now}
            timeZone={timeZone}
          />
        ))}
      </div>
      <GapTable coverage={coverage} now={now} timeZone={timeZone} />
    </>
  );
}
