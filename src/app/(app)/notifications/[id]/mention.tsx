"use client";

import { ChevronLeft } from "lucide-react";
import dynamic from "next/dynamic";
import type { NotificationView } from "@/contract/notification";
import { getItem, wroteAs } from "@/contract/place";
import { formatAge } from "@/domain/time/age";
import { formatMoment } from "@/domain/time/moment";
import { Card } from "@/ui/card";
import { Mention as MentionRow } from "@/ui/mention";
import { QuietLink } from "@/ui/quiet-link";
import { PostSource } from "@/ui/post-source";
import { Segments } from "@/ui/segments";

const WholeText = dynamic(() => import("@/features/notifications/whole-text"), { ssr: false });

export function Mention({
  notification,
  now,
  timeZone,
}: {
  notification: NotificationView;
  now: Date;
  timeZone: string;
}) {
  const { createdAt, highlights, matchedKeyword: keyword, passage: snippet } = notification;
  const { site, place, author, kind, url, content } = getItem(notification);
  const at = new Date(createdAt);
  return (
    <>
      <header>
        <QuietLink href="/notifications" className="mb-2">
          <ChevronLeft className="size-4" />
          Notifications
        </QuietLink>
        <h1 className="text-26 tracking-[-0.022em] wrap-anywhere">
          <bdi>
            <mark>{keyword}</mark>
          </bdi>
        </h1>
      </header>
      <Card>
        <MentionRow
          dateTime={createdAt}
          time={formatMoment(at, now, timeZone)}
          age={formatAge(at, now)}
          source={
            <PostSource
              site={site}
              place={place.label}
              kind={kind}
              author={author && wroteAs(site, author)}
            />
          }
          title={
            <a href={url} target="_blank" rel="noopener noreferrer nofollow ugc">
              <Segments of={snippet.title} />
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          }
        >
          <WholeText source={content} highlight={highlights} searched="" where={place.label} isWhole />
        </MentionRow>
      </Card>
    </>
  );
}
