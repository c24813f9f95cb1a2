import Link from "next/link";
import type { WatchView } from "@/contract/watch";
import { counted } from "@/domain/text/counted";
import { watchPath } from "@/domain/route-table";
import { Badge } from "@/ui/badge";
import { Card, CardHead } from "@/ui/card";
import { Places } from "@/ui/places";
import { QuietLink } from "@/ui/quiet-link";
import { NothingYet } from "./nothing-yet";
import { shownRows } from "./queries";

export function RecentWatches({ watches }: { watches: readonly WatchView[] }) {
  if (watches.length === 0)
    return (
      <NothingYet
        title="Recent Keywords"
        titleId="recent-keywords"
        all={
          <QuietLink href="/keywords">
            View all<span className="sr-only"> keywords</span>
          </QuietLink>
        }
        text="No keywords set up yet"
      >
        <QuietLink href="/keywords?add=1">Add your first keyword</QuietLink>
      </NothingYet>
    );
  return (
    <Card aria-labelledby="recent-keywords">
      <CardHead title="Recent Keywords" titleId="recent-keywords">
        <QuietLink href="/keywords">
          View all<span className="sr-only"> keywords</span>
        </QuietLink>
      </CardHead>
      <ul className="divide-y divide-line">
        {watches.slice(0, shownRows).map((watch) => (
          <WatchRow key={watch._id} watch={watch} />
        ))}
      </ul>
    </Card>
  );
}

function WatchRow({ watch }: { watch: WatchView }) {
  const { _id: id, keyword, isActive, matchCount } = watch;
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3.5 sm:px-5">
      <div className="min-w-0">
        <p className="text-16 font-medium wrap-anywhere" data-off={isActive ? undefined : ""}>
          <Link href={watchPath(id)} className="text-ink no-underline">
            <bdi>
              <mark>{keyword}</mark>
            </bdi>
          </Link>
        </p>
        <Places places={watch.places} max={5} className="mt-0.5" />
      </div>
      <div className="grid flex-none justify-items-end gap-1 text-13 whitespace-nowrap text-ink-3">
        <Badge look={isActive ? "ok" : "neutral"} hasDot={isActive}>
          {isActive ? "Active" : "Inactive"}
        </Badge>
        <Link
          href={watchPath(id)}
          className="inline-flex items-center text-ink-3 no-underline hover:underline pointer-coarse:min-h-11"
        >
          {counted(matchCount, "match", "matches")}
          <span className="sr-only"> of {keyword}</span>
        </Link>
      </div>
    </li>
  );
}
