"use client";

import { useEffect } from "react";
import { storedRateLimit, onRateLimit } from "@/contract/rate-limit-record";

// Loaded only if there is a limit to show, because it includes the contract schemas.
const loadFollow = () => import("./follow");

export function RateLimitToasts() {
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    const follow = () => {
      stop();
      void loadFollow().then(({ followRateLimits }) => {
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
