"use client";

import { useEffect } from "react";
import { sharedLink } from "./shared-link";

/** Keeps in this tab what was shared, so that signing in leads on to it. */
export function KeepShared({ link }: { link: string }) {
  useEffect(() => sharedLink.keep(link), [link]);
  return null;
}
