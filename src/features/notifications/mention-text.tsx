import { lazy, Suspense, useId, useState } from "react";
import type { NotificationView } from "@/contract/notification";
import { itemOf, whereOf } from "@/contract/place";
import type { Segment } from "@/domain/snippet";
import { QuietButton } from "@/ui/quiet-link";
import { Segments } from "@/ui/segments";
import { useScreen } from "./screen-context";

const WholeText = lazy(() => import("./whole-text"));

/** Shown if no word of the visible text is highlighted. */
const unmarked = {
  link: "Found in a link's URL.",
  elsewhere: "Found in a part of the post that isn't shown here.",
} as const;

/** Maximum length of the text shown before the first highlight in the inbox (UTF-16 units). */
const nearLength = 24;

/**
 * Splits off the text far before the first highlight. Two-line rows hide it to keep the highlight visible.
 */
function splitLead(snippet: readonly Segment[]): { far: string; near: readonly Segment[] } {
  const first = snippet.findIndex(({ isHeard }) => isHeard);
  const before = snippet
    .slice(0, Math.max(0, first))
    .map(({ text }) => text)
    .join("");
  if (before.length <= nearLength) return { far: "", near: snippet };
  const space = before.slice(-nearLength).search(/\s\S/);
  const cut = space === -1 ? before.length : before.length - nearLength + space;
  return {
    far: before.slice(0, cut),
    near: [{ text: before.slice(cut), isHeard: false }, ...snippet.slice(first)],
  };
}

/** The snippet of a post, or its full rendered text after a click. */
export function MentionText({ notification }: { notification: NotificationView }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const { q } = useScreen().view;
  const { highlights, passage: snippet } = notification;
  const item = itemOf(notification);
  const { far, near } = splitLead(snippet.text);
  const short = (
    <p className="whitespace-pre-line">
      {far !== "" && <span className="mention-far">{far}</span>}
      <Segments of={near} />
    </p>
  );
  return (
    <>
      <div id={id}>
        {isWhole ? (
          <Suspense fallback={short}>
            <WholeText source={item.content} highlight={highlights} searched={q} where={whereOf(item)} />
          </Suspense>
        ) : (
          short
        )}
      </div>
      {snippet.matchedIn !== "shown" && (
        <p className="mt-1 font-sans text-13 text-ink-3">{unmarked[snippet.matchedIn]}</p>
      )}
      {snippet.hasMore && (
        <QuietButton
          aria-expanded={isWhole}
          aria-controls={id}
          className="mention-more mt-1 font-sans"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show Less" : "Show More"}
        </QuietButton>
      )}
    </>
  );
}
