import { useEffect, useState } from "react";

/** The time for ages: the server's for the first render, so that both write the same, then the browser's each minute. */
export function useNow(served: Date): Date {
  const [now, setNow] = useState(served);
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
