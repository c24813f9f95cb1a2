"use client";

import { useEffect } from "react";
import { checkPath } from "@/domain/shared-link";

const name = "sharedLink";
/** Long enough to find a password; who signs in here later shared nothing. */
const keptMs = 15 * 60 * 1_000;

/** What another app shared in this tab while nobody was signed in, until somebody is. */
export const sharedLink = {
  keep: (link: string) => {
    try {
      sessionStorage.setItem(name, JSON.stringify({ link, keptAt: Date.now() }));
    } catch {
      // A browser that keeps nothing, or is full: then it is shared again.
    }
  },
  clear: () => sessionStorage.removeItem(name),
};

/** Keeps in this tab what was shared, so that signing in leads on to it. */
export function KeepShared({ link }: { link: string }) {
  useEffect(() => sharedLink.keep(link), [link]);
  return null;
}

/** Where signing in leads: to what was shared before, once, else to the dashboard. */
export function afterSignIn(): string {
  const link = readKept();
  sharedLink.clear();
  return link === null ? "/dashboard" : checkPath(link);
}

function readKept(): string | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(name) ?? "{}") as { link?: unknown; keptAt?: unknown };
    const { link, keptAt } = stored;
    const isFresh = typeof keptAt === "number" && Math.abs(Date.now() - keptAt) < keptMs;
    return typeof link === "string" && isFresh ? link : null;
  } catch {
    return null;
  }
}
