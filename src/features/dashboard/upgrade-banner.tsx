import { formatCount } from "@/domain/text/counted";
import { ButtonLink } from "@/ui/button-link";
import { Notice } from "@/ui/notice";
import { QuietLink } from "@/ui/quiet-link";
import { Radius } from "@/ui/radius";

/** Shows Free users the benefits of Pro: on the first day only in one line, once the limit is reached. */
export function UpgradeBanner({
  used,
  limit,
  isFirstDay,
  isQuiet,
  isFull,
}: {
  used: number;
  limit: number | null;
  isFirstDay: boolean;
  isQuiet: boolean;
  isFull: boolean;
}) {
  if (isFirstDay && (isQuiet || !isFull)) return null;
  const left = limit === null ? "" : usedText(used, limit);
  if (isFirstDay)
    return (
      <section aria-label="Upgrade">
        <Notice look="accent">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <p className="flex-1 basis-60">
              <b>{left}</b>Pro gives you unlimited keywords, filters and every channel. You can also pause
              one.
            </p>
            <QuietLink href="/subscription">Upgrade to Pro</QuietLink>
          </div>
        </Notice>
      </section>
    );
  return (
    <section
      aria-label="Upgrade"
      className="relative flex flex-wrap items-center gap-x-5 gap-y-4 overflow-hidden rounded-lg bg-night px-5 py-4 text-night-ink"
    >
      <Radius radii={[40, 80, 120, 158]} className="top-1/2 left-[calc(100%-18rem)] text-night-line" />
      <div className="relative min-w-0 flex-1 basis-60">
        <h2 className="text-16">Upgrade to Pro</h2>
        <p className="text-night-ink-2">{left}Pro gives you unlimited keywords, filters and search.</p>
      </div>
      <ButtonLink look="night" href="/subscription" className="relative max-sm:w-full">
        See plans
      </ButtonLink>
    </section>
  );
}

function usedText(used: number, limit: number): string {
  if (used >= limit) return `You've used all ${formatCount(limit)} of your keywords. `;
  return `You've used ${formatCount(used)} of your ${formatCount(limit)} keywords. `;
}
