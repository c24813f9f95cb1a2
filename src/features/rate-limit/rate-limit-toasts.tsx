"use client";

import { useEffect } from "react";
import { storedRateLimit, onRateLimit } from "@/contract/rate-limit-record";

export function RateLimitToasts() {
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    // Loaded only if there is a limit to show, because it includes the contract schemas.
    const follow = () => {
      stop();
      void import("./follow").then(({ followRateLimits }) => {
        if (!isOver) stop = followRateLimits();
      });
    };
    stop = onRateLimit(follow);
    if (storedRateLimit() !== null) follow();
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return null;
}
