import type { NotificationView } from "@/contract/notification";
import { elsewhereText, getItem, wroteAs } from "@/contract/place";
import { useMarkOpened } from "@/browser/use-mark-opened";
import type { WatchView } from "@/contract/watch";
import { formatAge } from "@/domain/time/age";
import { formatMoment } from "@/domain/time/moment";
import { repeatsTitle } from "@/domain/reading/untitled";
import { Badge } from "@/ui/badge";
import { Card, CardHead } from "@/ui/card";
import { Mention } from "@/ui/mention";
import { QuietLink } from "@/ui/quiet-link";
import { PostSource } from "@/ui/post-source";
import { Segments } from "@/ui/segments";
import { matchesPath } from "./page-texts";

export function LastMatches({
  last,
  watch,
  hasSearch,
  now,
  timeZone,
}: {
  last: readonly NotificationView[];
  watch: WatchView;
  hasSearch: boolean;
  now: Date;
  timeZone: string;
}) {
  return (
    <Card aria-labelledby="last-matches">
      <CardHead title="Recent matches" titleId="last-matches">
        <QuietLink href={matchesPath(watch, hasSearch)}>
          {hasSearch ? (
            <>
              View all<span className="sr-only"> of {watch.keyword}</span>
            </>
          ) : (
            "All notifications"
          )}
        </QuietLink>
      </CardHead>
      {last.length === 0 ? (
        <p className="p-4 text-ink-2 sm:p-5">New matches will appear here and in your notifications.</p>
      ) : (
        <ul className="divide-y divide-line sm:pl-2">
          {last.map((notification) => (
            <li key={notification._id}>
              <Match notification={notification} now={now} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Match({
  notification,
  now,
  timeZone,
}: {
  notification: NotificationView;
  now: Date;
  timeZone: string;
}) {
  const { _id: id, createdAt, passage: snippet, elsewhere } = notification;
  const markOpened = useMarkOpened();
  const post = getItem(notification);
  const isRepeated = repeatsTitle(post);
  const at = new Date(createdAt);
  return (
    <Mention
      dateTime={createdAt}
      time={formatMoment(at, now, timeZone)}
      age={formatAge(at, now)}
      source={
        <>
          <PostSource
            site={post.site}
            place={post.place.label}
            kind={post.kind}
            author={post.author && wroteAs(post.site, post.author)}
          />
          {post.over18 && <Badge look="bad">NSFW</Badge>}
          {elsewhere.length > 0 && <span>{elsewhereText(elsewhere)}</span>}
        </>
      }
      title={
        <a
          href={post.url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          onClick={() => void markOpened(id)}
          onAuxClick={({ button }) => button === 1 && void markOpened(id)}
        >
          <span className={isRepeated ? "font-normal" : ""}>
            <Segments of={isRepeated ? snippet.text : snippet.title} />
          </span>
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
      }
    >
      {!isRepeated && snippet.text.length > 0 && (
        <p className="wrap-anywhere">
          <Segments of={snippet.text} />
        </p>
      )}
    </Mention>
  );
}
