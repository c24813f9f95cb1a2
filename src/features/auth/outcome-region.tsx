import { useEffect, useRef, type ReactNode } from "react";

/** Shows the children until there is an outcome (not null), then announces it and focuses its heading. */
export function OutcomeRegion({ outcome, children }: { outcome: ReactNode; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const isDone = outcome !== null;
  useEffect(() => {
    // The focused button was removed.
    if (isDone) region.current?.querySelector("h1")?.focus();
  }, [isDone]);
  return (
    <>
      {/* The live region must exist before its text. */}
      <div ref={region} role="status">
        {outcome}
      </div>
      {!isDone && children}
    </>
  );
}
