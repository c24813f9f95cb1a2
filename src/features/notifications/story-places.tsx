import { ChevronRight } from "lucide-react";
import type { NotificationView } from "@/contract/notification";
import { elsewhereText } from "@/contract/place";
import { formatMoment } from "@/domain/time/moment";
import { ExternalLink } from "@/ui/external-link";
import { SiteIcon } from "@/ui/site-icon";
import { opening } from "./item-buttons";
import { useScreen } from "./screen-context";

export function StoryPlaces({ notification }: { notification: NotificationView }) {
  const { actions, now, timeZone } = useScreen();
  const { elsewhere } = notification;
  return (
    <details className="group/story mt-2 text-13">
      <summary className="inline-flex list-none items-center gap-1 rounded-sm font-medium text-accent-text hover:underline pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 flex-none transition-[rotate] duration-200 ease-std group-open/story:rotate-90"
          aria-hidden="true"
        />
        {elsewhereText(elsewhere)}
      </summary>
      <ul
        className="mt-2 max-w-[66ch] divide-y divide-line rounded-md border border-line"
        aria-label="Also on"
      >
        {elsewhere.map(({ site, place, title, url, createdAt }) => (
          <li key={url} className="flex flex-wrap items-center gap-x-2.5 py-2 pr-2 pl-4 text-ink-3">
            <b className="inline-flex min-w-0 items-center gap-1 font-semibold wrap-anywhere text-ink-2">
              <SiteIcon site={site} />
              {place.label}
            </b>
            <time dateTime={createdAt} className="mr-auto">
              {formatMoment(new Date(createdAt), now, timeZone)}
            </time>
            <ExternalLink
              href={url}
              look="ghost"
              label={`Open on ${place.label}: ${title}`}
              {...opening(() => actions.open(notification))}
            >
              Open
            </ExternalLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
