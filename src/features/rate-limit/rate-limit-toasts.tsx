"use client";

import { useEffect } from "react";
import { keptRateLimit, onRateLimit } from "@/contract/rate-limit-record";

/** Tells of a rate limit when it is met, at load while its wait lasts, and when the wait is over. */
export function RateLimitToasts() {
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    // Loaded where there is a limit to tell of: it brings the contract's shapes along.
    const follow = () => {
      stop();
      void import("./follow").then(({ followRateLimits }) => {
        if (!isOver) stop = followRateLimits();
      });
    };
    stop = onRateLimit(follow);
    if (keptRateLimit() !== null) follow();
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return null;
}
