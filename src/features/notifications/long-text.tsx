"use client";

import { lazy, Suspense, useId, useState } from "react";
import { MarkedText } from "@/ui/marked-text";
import { QuietButton } from "@/ui/quiet-link";
import { useShownNotification } from "./shown-notification";

const WholeText = lazy(() => import("./whole-text"));

/** A cut text that opens to all of it, rendered. */
export function LongText({ excerpt }: { excerpt: string }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const { matchedKeyword: keyword, matchedBy: by, redditPost } = useShownNotification();
  const cut = (
    <p className="whitespace-pre-line">
      <MarkedText text={excerpt} keyword={keyword} by={by} />
    </p>
  );
  return (
    <>
      <div id={id}>
        {isWhole ? (
          <Suspense fallback={cut}>
            <WholeText source={redditPost.content} highlight={{ keyword, ...by }} />
          </Suspense>
        ) : (
          cut
        )}
      </div>
      <QuietButton
        aria-expanded={isWhole}
        aria-controls={id}
        className="mt-1 font-sans"
        onClick={() => setWhole(!isWhole)}
      >
        {isWhole ? "Show Less" : "Show More"}
      </QuietButton>
    </>
  );
}
