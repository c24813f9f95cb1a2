import { Bell, X } from "lucide-react";
import { formatAge } from "@/domain/age";
import { Mention } from "@/ui/mention";
import { MarkedText } from "@/ui/marked-text";
import { Radius } from "@/ui/radius";
import { snippets, sampleNow } from "./sample";

const time = new Intl.DateTimeFormat("en-CA", { timeStyle: "short", hourCycle: "h23", timeZone: "UTC" });

/** Sample matches in the product's own design. */
export function HeroStage() {
  const subreddits = [...new Set(snippets.map(({ subreddit }) => `r/${subreddit}`))];
  return (
    <div role="group" aria-label="Example of Earshot's matches" className="relative text-14">
      <Radius radii={[120, 215, 310, 405, 495]} isFading className="top-6 left-6 -z-1 text-accent-line" />
      <div className="rounded-xl border border-line bg-surface shadow-3">
        <p className="flex items-center gap-3 border-b border-line px-5 py-3.5 font-semibold">
          <span aria-hidden="true" className="size-2.25 rounded-full bg-accent" />
          Listening for {snippets.length} keywords
          <span className="ml-auto text-13 font-normal text-ink-3 max-sm:hidden">
            {subreddits.join(", ")}
          </span>
        </p>
        <ol className="divide-y divide-line sm:pl-2">
          {snippets.map(({ keyword, subreddit, kind, at, text }) => (
            <li key={keyword}>
              <Mention
                dateTime={at.toISOString()}
                time={time.format(at)}
                age={formatAge(at, sampleNow)}
                source={
                  <>
                    <b>r/{subreddit}</b> {kind}
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
          <span>{snippets.length} matched, 0 missed</span>
        </p>
      </div>
      <ToastPicture />
    </div>
  );
}

/** A sample toast. It is decorative and not interactive. */
function ToastPicture() {
  const [newest] = snippets;
  return (
    <div className="relative -mt-3 flex gap-3 rounded-lg border border-line bg-raised px-4 py-3 shadow-3 sm:absolute sm:right-4 sm:-bottom-13 sm:w-96 lg:right-auto lg:-left-14">
      <Bell className="mt-px flex-none text-accent-text" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          New match for <mark>{newest.keyword}</mark>
        </p>
        <p className="text-13 text-ink-2">r/{newest.subreddit}. Email sent 14:03.</p>
      </div>
      <X className="size-4 flex-none" />
    </div>
  );
}
