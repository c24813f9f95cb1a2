import { useEffect, useState } from "react";

/** The server's time first (avoids hydration mismatches), then the browser's, updated every minute. */
export function useNow(served: Date): Date {
  const [now, setNow] = useState(served);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
