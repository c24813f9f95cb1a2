"use client";

import { lazy, Suspense, useId, useState } from "react";
import { MarkedText } from "@/ui/marked-text";
import { QuietButton } from "@/ui/quiet-link";
import { useShownNotification } from "./shown-notification";

const WholeText = lazy(() => import("./whole-text"));

/** A cut text that opens to all of it, rendered. */
export function LongText({ excerpt, keyword }: { excerpt: string; keyword: string }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const { content } = useShownNotification().redditPost;
  const cut = (
    <p className="whitespace-pre-line">
      <MarkedText text={excerpt} keyword={keyword} />
    </p>
  );
  return (
    <>
      <div id={id}>
        {isWhole ? (
          <Suspense fallback={cut}>
            <WholeText source={content} keyword={keyword} />
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
