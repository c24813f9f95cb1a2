import { lazy, Suspense, useId, useState } from "react";
import type { NotificationView } from "@/contract/notification";
import { itemOf, whereOf } from "@/contract/place";
import { QuietButton } from "@/ui/quiet-link";
import { Segments } from "@/ui/segments";
import { useScreen } from "./screen-context";

const WholeText = lazy(() => import("./whole-text"));

/** Said where no word of the shown text is marked. */
const unmarked = {
  link: "Heard in the address of a link.",
  elsewhere: "Heard in a part that isn\u2019t shown here.",
} as const;

/** What was written: its passage, and by a click all of it, rendered. */
export function ClipText({ notification }: { notification: NotificationView }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const { q } = useScreen().view;
  const { highlights, passage } = notification;
  const item = itemOf(notification);
  const short = (
    <p className="whitespace-pre-line">
      <Segments of={passage.text} />
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
      {passage.heardIn !== "shown" && (
        <p className="mt-1 font-sans text-13 text-ink-3">{unmarked[passage.heardIn]}</p>
      )}
      {passage.hasMore && (
        <QuietButton
          aria-expanded={isWhole}
          aria-controls={id}
          className="clip-more mt-1 font-sans"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Show Less" : "Show More"}
        </QuietButton>
      )}
    </>
  );
}
