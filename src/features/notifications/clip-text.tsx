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

/** In UTF-16 units: so much of a line of the inbox may stand before the first word that is marked. */
const nearLength = 24;

/** What stands before that word, in two parts: of a row of two lines the first gives way, so that the word is in view. */
function splitLead(lead: string): [far: string, near: string] {
  if (lead.length <= nearLength) return ["", lead];
  const at = lead.slice(-nearLength).search(/\s\S/);
  const cut = at === -1 ? lead.length : lead.length - nearLength + at;
  return [lead.slice(0, cut), lead.slice(cut)];
}

/** What was written: its passage, and by a click all of it, rendered. */
export function ClipText({ notification }: { notification: NotificationView }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const { q } = useScreen().view;
  const { highlights, passage } = notification;
  const item = itemOf(notification);
  const [lead, ...rest] = passage.text;
  const [far, near] =
    lead === undefined || lead.isHeard || rest.length === 0 ? ["", ""] : splitLead(lead.text);
  const short = (
    <p className="whitespace-pre-line">
      {far !== "" && <span className="clip-far">{far}</span>}
      <Segments of={far === "" ? passage.text : [{ text: near, isHeard: false }, ...rest]} />
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
