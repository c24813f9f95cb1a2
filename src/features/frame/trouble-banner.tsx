"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { troubleTexts } from "@/contract/coverage-texts";
import type { Listening } from "./listening";
import { useListening } from "./use-listening";

/** At the foot of every screen while something keeps Earshot from its promise: over the page, so that nothing moves. */
export function TroubleBanner({ first, timeZone }: { first: Listening; timeZone: string }) {
  const { listening } = useListening(first);
  const { places, sites, troubles } = listening;
  const worst = troubleTexts(
    places === 0 ? troubles.filter((one) => one === "mails" || one === "channels") : troubles,
    sites,
    timeZone,
  );
  return (
    <div role="status" className="fixed">
      {worst !== null && (
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
      )}
    </div>
  );
}
