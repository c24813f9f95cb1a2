import { rateLimitToast, type RateLimitRecord } from "@/browser/rate-limit";
import { clearRateLimit, onRateLimit } from "@/browser/rate-limit-record";
import { readRateLimit } from "@/browser/read-rate-limit";
import { toast } from "@/ui/toast/store";

export function followRateLimits(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (record: RateLimitRecord) => {
    clearTimeout(timer);
    const now = Date.now();
    const { title, text, secondsLeft } = rateLimitToast(record, new Date(now));
    const isOver = secondsLeft === 0;
    toast({
      type: "rate-limit",
      key: "rate-limit",
      title,
      text,
      retryAtMs: isOver ? undefined : now + secondsLeft * 1000,
    });
    if (isOver) clearRateLimit();
    else timer = setTimeout(() => show(record), secondsLeft * 1000);
  };
  const hits = readRateLimit();
  if (hits !== null) show(hits);
  const unsubscribe = onRateLimit(show);
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
