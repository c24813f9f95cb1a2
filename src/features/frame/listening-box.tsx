"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { useOffline } from "@/ui/use-offline";
import { listeningTexts, type Listening } from "./listening";
import { useListening } from "./use-listening";

const againMs = 60_000;
const dots = { ok: "text-ok", warn: "text-warn", neutral: "text-ink-3" } as const;

export function ListeningBox({
  first,
  nowMs,
  timeZone,
}: {
  first: Listening;
  nowMs: number;
  timeZone: string;
}) {
  const { listening, mutate } = useListening(first);
  const [at, setAt] = useState(nowMs);
  const path = usePathname();
  const isOffline = useOffline() !== null;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return;
      setAt(Date.now());
      void mutate();
    }, againMs);
    return () => clearInterval(timer);
  }, [mutate]);

  const texts = listeningTexts(listening, new Date(at), timeZone, isOffline);
  return (
    <section
      aria-label={isOffline ? "Offline" : "Listening"}
      className="relative rounded-md border border-line p-3 text-13 text-ink-2 hover:border-line-strong has-[[aria-current]]:border-accent"
    >
      <p className="flex items-center gap-2 font-semibold">
        <span
          aria-hidden="true"
          className={`size-1.75 flex-none rounded-full bg-current forced-colors:border-4 ${dots[texts.look]}`}
        />
        <Link
          href="/coverage"
          prefetch={false}
          aria-label={`${texts.title}: coverage`}
          aria-current={path === "/coverage" ? "page" : undefined}
          className="text-ink no-underline after:absolute after:inset-0 after:rounded-md"
        >
          {texts.title}
        </Link>
      </p>
      <p>
        {texts.before}
        {texts.readAt !== null && (
          <>
            <time dateTime={texts.readAt.dateTime}>{texts.readAt.text}</time>
            {texts.after !== "" && (
              <>
                ,{" "}
                {/* On a separate line, so the width of the time's digits doesn't change the box's height. */}
                <span className="block">{texts.after}</span>
              </>
            )}
          </>
        )}
      </p>
    </section>
  );
}
