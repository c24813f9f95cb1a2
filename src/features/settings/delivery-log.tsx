import type { LoggedDelivery } from "@/contract/destination";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { counted } from "@/domain/text/counted";
import { formatTime, localDay } from "@/domain/time/moment";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast/store";
import { useApiOnce } from "./use-api-once";

const states: Record<LoggedDelivery["status"], string> = {
  pending: "Waiting",
  frozen: "Sending",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
  unknown: "Unconfirmed",
};

export function DeliveryLog({
  deliveries,
  hasFailed,
  timeZone,
  isActive,
  onReload,
}: {
  deliveries: LoggedDelivery[] | undefined;
  hasFailed: boolean;
  timeZone: string;
  isActive: boolean;
  onReload: () => unknown;
}) {
  if (deliveries === undefined && hasFailed)
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
        <p>We couldn&apos;t load the delivery log.</p>
        <Button size="sm" onClick={() => void onReload()}>
          Try Again
        </Button>
      </div>
    );
  if (deliveries === undefined) return <p className="text-13 text-ink-3">Loading deliveries…</p>;
  if (deliveries.length === 0) return <p className="text-13 text-ink-3">No deliveries yet.</p>;
  return (
    <div>
      <h3 className="text-13">Delivery log</h3>
      <ul className="mt-2 divide-y divide-line">
        {deliveries.map((delivery) => (
          <Entry
            key={delivery._id}
            delivery={delivery}
            timeZone={timeZone}
            isActive={isActive}
            onReplayed={onReload}
          />
        ))}
      </ul>
    </div>
  );
}

function Entry({
  delivery,
  timeZone,
  isActive,
  onReplayed,
}: {
  delivery: LoggedDelivery;
  timeZone: string;
  isActive: boolean;
  onReplayed: () => unknown;
}) {
  const { isPending, run } = useApiOnce();
  const { _id: id, status, isTest, count, createdAt, attempts, nextAttemptAt } = delivery;
  const when = (at: string) => `${localDay(new Date(at), timeZone)} ${formatTime(new Date(at), timeZone)}`;
  const what = isTest ? "Test" : counted(count, "match", "matches");
  const replay = () =>
    run(async () => {
      const response = await api.call("replayDelivery", { params: { id } });
      if (isRateLimited(response)) return;
      toast({ type: "success", title: status === "pending" ? "Sending" : "Resending" });
      await onReplayed();
    }, "Failed to resend");
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-2 text-13">
      <div className="min-w-0 flex-1 basis-40">
        <p>
          <b className="font-semibold">{what}</b>, {states[status].toLowerCase()}
          <span className="text-ink-3"> · {when(createdAt)}</span>
        </p>
        <ul className="text-ink-2">
          {attempts.map(({ at, answer: response }) => (
            <li key={at} className="wrap-anywhere">
              {formatTime(new Date(at), timeZone)} <span className="font-mono text-ink">{response}</span>
            </li>
          ))}
          {status === "pending" && nextAttemptAt !== null && <li>Next attempt {when(nextAttemptAt)}</li>}
        </ul>
      </div>
      {status !== "frozen" && (
        <Button
          size="sm"
          look="ghost"
          disabled={!isActive}
          isPending={isPending}
          onClick={() => void replay()}
        >
          {status === "pending" ? "Send Now" : "Replay"}
          <span className="sr-only"> of {when(createdAt)}</span>
        </Button>
      )}
    </li>
  );
}
