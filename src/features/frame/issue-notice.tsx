import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { issueTexts } from "@/contract/coverage-texts";
import type { Listening } from "./listening";

/** The most severe problem, with advice. Overlays the page to avoid layout shifts. */
export function IssueNotice({
  issues,
  sites,
  timeZone,
}: Pick<Listening, "issues" | "sites"> & { timeZone: string }) {
  const worst = issueTexts(issues, sites, timeZone);
  if (worst === null) return null;
  return (
    <div className="trouble-banner fixed inset-x-0 bottom-0 z-(--z-sticky) flex min-h-(--foot) items-center border-t border-warn-line bg-warn-soft px-4 py-2 text-13 text-ink-2 md:left-64 md:px-8">
      <p className="flex items-center gap-2.5">
        <TriangleAlert className="size-4.5 flex-none text-warn" />
        <span>
          <b className="font-semibold text-ink max-md:block">{worst.title}</b> {worst.text}
          {worst.link !== undefined && (
            <>
              {" "}
              <Link href={worst.link.href}>{worst.link.text}</Link>
            </>
          )}
        </span>
      </p>
    </div>
  );
}
