"use client";

import { useEffect } from "react";
import { checkPath } from "@/domain/shared-link";
import { consumePlan } from "@/browser/signup-intent";

const name = "sharedLink";
/** Enough time to look up a password. Later sign-ins didn't share the link. */
const retentionMs = 15 * 60 * 1_000;

export const sharedLink = {
  keep: (link: string) => {
    try {
      sessionStorage.setItem(name, JSON.stringify({ link, storedAt: Date.now() }));
    } catch {
      // Storage is disabled or full: the user has to share it again.
    }
  },
  clear: () => sessionStorage.removeItem(name),
};

export function KeepShared({ link }: { link: string }) {
  useEffect(() => sharedLink.keep(link), [link]);
  return null;
}

/** Where to go after signing in: the shared link or the chosen plan (only once), otherwise the dashboard. */
export function afterSignIn(): string {
  const link = readStoredLink();
  sharedLink.clear();
  return link === null ? (consumePlan() ?? "/dashboard") : checkPath(link);
}

function readStoredLink(): string | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(name) ?? "{}") as { link?: unknown; storedAt?: unknown };
    const { link, storedAt } = stored;
    const isFresh = typeof storedAt === "number" && Math.abs(Date.now() - storedAt) < retentionMs;
    return typeof link === "string" && isFresh ? link : null;
  } catch {
    return null;
  }
}
