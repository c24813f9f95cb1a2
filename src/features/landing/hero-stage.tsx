import { MailCheck } from "lucide-react";
import { formatAge } from "@/domain/time/age";
import { Mention } from "@/ui/mention";
import { MarkedText } from "@/ui/marked-text";
import { Radius } from "@/ui/radius";
import { SiteIcon } from "@/ui/site-icon";
import { sampleNow, type SampleMatch } from "./sample";

const time = new Intl.DateTimeFormat("en-CA", { timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });

export function HeroStage({ samples, siteCount }: { samples: readonly SampleMatch[]; siteCount: number }) {
  const where = siteCount > 1 ? `${siteCount} sites` : samples[0]!.siteName;
  return (
    <div role="group" aria-label="Example of Earshot's matches" className="relative text-14">
      <Radius radii={[120, 215, 310, 405, 495]} isFading className="top-6 left-6 -z-1 text-accent-line" />
      <div className="rounded-xl border border-line bg-surface shadow-3">
        <p className="flex items-center gap-3 border-b border-line px-5 py-3.5 font-semibold">
          <span aria-hidden="true" className="size-2.25 rounded-full bg-accent" />
          Listening for {samples.length} keywords
          <span className="ml-auto text-13 font-normal text-ink-3 max-sm:hidden">on {where}</span>
        </p>
        <ol className="divide-y divide-line sm:pl-2">
          {samples.map(({ keyword, site, place, kind, at, text }) => (
            <li key={keyword}>
              <Mention
                dateTime={at.toISOString()}
                time={time.format(at)}
                age={formatAge(at, sampleNow)}
                source={
                  <>
                    <SiteIcon site={site} />
                    <b>{place}</b> {kind}
                  </>
                }
              >
                <p>
                  <MarkedText text={text} keyword={keyword} />
                </p>
              </Mention>
            </li>
          ))}
        </ol>
        <p className="flex flex-wrap justify-between gap-x-4 border-t border-line px-5 pt-3 pb-6 text-13 text-ink-3">
          <span>Last checked 14:03:20</span>
          <span>{samples.length} matched, 0 missed</span>
        </p>
      </div>
      <ToastPicture keyword={samples[0]!.keyword} />
    </div>
  );
}

function ToastPicture({ keyword }: { keyword: string }) {
  return (
    <div className="relative -mt-3 flex gap-3 rounded-lg border border-line bg-raised px-4 py-3 shadow-3 sm:absolute sm:right-4 sm:-bottom-10 sm:w-68 lg:right-auto lg:-left-10">
      <MailCheck className="mt-px size-4.5 flex-none text-accent-text" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          Email sent for <mark>{keyword}</mark>
        </p>
        <p className="text-13 text-ink-2">14:03, one match</p>
      </div>
    </div>
  );
}
