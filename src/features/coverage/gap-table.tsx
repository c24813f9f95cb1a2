"use client";

import { useState } from "react";
import type { CoverageResponse } from "@/contract/coverage";
import { hasMoreGaps } from "@/contract/coverage-texts";
import { formatAhead } from "@/domain/time/moment";
import { Card, CardHead } from "@/ui/card";
import { QuietButton } from "@/ui/quiet-link";
import { SiteIcon } from "@/ui/site-icon";
import { gapRows } from "./figures";

const shownAtFirst = 20;

export function GapTable({
  coverage,
  now,
  timeZone,
}: {
  coverage: CoverageResponse;
  now: Date;
  timeZone: string;
}) {
  const [isWhole, setWhole] = useState(false);
  const all = gapRows(coverage);
  return (
    <Card aria-labelledby="gaps">
      <CardHead title="Gaps" titleId="gaps">
        <p className="text-13 text-ink-3">
          Last 7 days{hasMoreGaps(coverage.places) && ", the latest 20 per place"}
        </p>
      </CardHead>
      {all.length === 0 ? (
        <p className="p-4 text-ink-2 sm:px-5">No known gaps in the last 7 days.</p>
      ) : (
        <table className="stacked-table text-13">
          <caption className="sr-only">Gaps in the last 7 days</caption>
          <thead>
            <tr>
              {["Place", "When", "Length", "Missed"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(isWhole ? all : all.slice(0, shownAtFirst)).map((row) => (
              <tr key={row.key}>
                <th scope="row" className="wrap-anywhere">
                  <span className="flex items-center gap-2">
                    {row.site !== null && <SiteIcon site={row.site} />}
                    {row.where}
                  </span>
                </th>
                <td data-name="When">{formatAhead(new Date(row.at), now, timeZone)}</td>
                <td data-name="Length">{row.length}</td>
                <td data-name="Missed">{row.missed}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {all.length > shownAtFirst && (
        <p className="border-t border-line px-4 py-2 sm:px-5">
          <QuietButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show Less" : `Show all ${all.length} gaps`}
          </QuietButton>
        </p>
      )}
    </Card>
  );
}
