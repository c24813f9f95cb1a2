import type { ReactNode } from "react";
import { RateLimitToasts } from "@/features/rate-limit/rate-limit-toasts";

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <RateLimitToasts />
    </>
  );
}
