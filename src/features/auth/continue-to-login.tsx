"use client";

import { useEffect } from "react";

const delayMs = 3_000;

/** Redirects to the sign-in screen after three seconds. */
export function ContinueToLogin() {
  useEffect(() => {
    const timer = setTimeout(() => location.assign("/login"), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
