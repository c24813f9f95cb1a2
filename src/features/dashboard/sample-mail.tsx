import { Mail } from "lucide-react";
import { counted } from "@/domain/text/counted";
import { formatMoment } from "@/domain/time/moment";
import { Card } from "@/ui/card";
import { Mark } from "@/ui/mark";
import { MarkedText } from "@/ui/marked-text";
import { SiteIcon } from "@/ui/site-icon";
import type { UsedSample } from "./use-first-minute";

const rows = 3;

export function SampleMail({
  email,
  samples,
  timeZone,
  now,
}: {
  email: string;
  samples: readonly UsedSample[];
  timeZone: string;
  now: Date;
}) {
  const shown = samples.slice(0, rows);
  return (
    <aside aria-label="Sample email" className="max-w-136 xl:sticky xl:top-6">
      <Card className="overflow-hidden">
        <div className="grid gap-2.5 border-b border-line px-5 py-4">
          <p className="flex items-center gap-2.5 text-13 text-ink-2">
            <Mark className="size-6" />
            <span className="min-w-0 wrap-anywhere">
              <b className="font-semibold text-ink">Earshot</b> to {email}
            </span>
          </p>
          <h3 className="truncate text-17 tracking-[-0.015em]">
            {shown[0] === undefined
              ? "New matches"
              : `${counted(shown.length, "new match", "new matches")} for ${shown[0].keyword}`}
          </h3>
        </div>
        {/* A fixed row height avoids layout shifts when sentences arrive. */}
        <div className="divide-y divide-line pl-2">
          {Array.from({ length: rows }, (_, at) => (
            <div key={at} className="mention h-29 grid-cols-[3.75rem_minmax(0,1fr)]! overflow-hidden">
              {shown[at] === undefined ? (
                <Placeholder />
              ) : (
                <Sample sample={shown[at]} timeZone={timeZone} now={now} />
              )}
            </div>
          ))}
        </div>
        <p className="border-t border-line px-5 py-3 text-13 text-ink-3">
          In real time, hourly or daily. It&apos;s up to you.
        </p>
      </Card>
      <p className="mt-3 flex items-center justify-center gap-2 text-13 text-ink-3">
        <Mail className="size-4" />
        Your first email will look like this.
      </p>
    </aside>
  );
}

function Sample({
  sample: { keyword, sample },
  timeZone,
  now,
}: {
  sample: UsedSample;
  timeZone: string;
  now: Date;
}) {
  return (
    <>
      <p className="mention-margin">
        <b className="font-semibold text-ink">{formatMoment(new Date(sample.createdAt), now, timeZone)}</b>
      </p>
      <div className="mention-body">
        <p className="mention-source flex-nowrap!">
          <SiteIcon site={sample.site} />
          <b className="truncate">{sample.place.label}</b>
        </p>
        <p className="matched line-clamp-2" dir="auto">
          <MarkedText text={sample.text} keyword={keyword} />
        </p>
      </div>
    </>
  );
}

function Placeholder() {
  return (
    <>
      <p aria-hidden="true" className="mention-margin" />
      <div aria-hidden="true" className="mention-body grid content-start gap-2.5">
        <span className="h-2 w-24 rounded-[2px] bg-line" />
        <span className="h-2.5 w-full rounded-[2px] bg-sunken" />
        <span className="h-2.5 w-2/3 rounded-[2px] bg-sunken" />
      </div>
    </>
  );
}
