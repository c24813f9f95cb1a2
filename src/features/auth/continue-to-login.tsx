"use client";

import { useEffect } from "react";

const delayMs = 3_000;

export function ContinueToLogin() {
  useEffect(() => {
    const timer = setTimeout(() => location.assign("/login"), delayMs);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
