"use client";

import { useEffect } from "react";

/** Tells of a rate limit when it is met, at load while its wait lasts, and when the wait is over. */
export function RateLimitToasts() {
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    // Loaded after the screen: it brings the contract's shapes along.
    void import("./follow").then(({ followRateLimits }) => {
      if (!isOver) stop = followRateLimits();
    });
    return () => {
      isOver = true;
      stop();
    };
  }, []);
  return null;
}
