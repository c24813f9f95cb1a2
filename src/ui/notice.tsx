import type { ReactNode } from "react";

const looks = {
  ok: "border-ok-line bg-ok-soft text-ok",
  bad: "border-bad-line bg-bad-soft text-bad",
} as const;

/** A banner for what just happened. The live region stands before its text, so that the text is read out. */
export function Notice({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <div role={look === "bad" ? "alert" : "status"}>
      {children !== null && <p className={`rounded-md border px-4 py-3 ${looks[look]}`}>{children}</p>}
    </div>
  );
}
