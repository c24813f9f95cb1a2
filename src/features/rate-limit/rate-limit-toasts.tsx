"use client";

import { useEffect } from "react";
import { storedRateLimit, onRateLimit } from "@/browser/rate-limit-record";
import { loadLater } from "@/ui/load-later";

// Loaded only if there is a limit to show, because it includes the contract schemas.
const loadFollow = () => import("./follow");

export function RateLimitToasts() {
  useEffect(() => {
    let stop = () => {};
    const follow = () => {
      stop();
      stop = loadLater(loadFollow, ({ followRateLimits }) => {
        stop = followRateLimits();
      });
    };
    stop = onRateLimit(follow);
    if (storedRateLimit() !== null) follow();
    return () => stop();
  }, []);
  return null;
}
