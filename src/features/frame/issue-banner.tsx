"use client";

import dynamic from "next/dynamic";
import type { Listening } from "./listening";
import { useListening } from "./use-listening";

const IssueNotice = dynamic(() => import("./issue-notice").then((file) => file.IssueNotice));

/** Always in the DOM, so screen readers announce changes. */
export function IssueBanner({ first, timeZone }: { first: Listening; timeZone: string }) {
  const { listening } = useListening(first);
  const { places, sites, issues } = listening;
  const result = places === 0 ? issues.filter((one) => one === "mails" || one === "channels") : issues;
  return (
    <div role="status" className="fixed">
      {result.length > 0 && <IssueNotice issues={result} sites={sites} timeZone={timeZone} />}
    </div>
  );
}
