import { useState } from "react";
import type { DestinationChange, DestinationView } from "@/contract/destination";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { useApi } from "@/browser/swr";
import { AlertDialog } from "@/ui/alert-dialog";
import { Button } from "@/ui/button";
import { Switch } from "@/ui/switch";
import { toast } from "@/ui/toast/store";
import { DeliveryLog } from "./delivery-log";
import { SecretNote } from "./secret-note";
import { useApiOnce } from "./use-api-once";

export function DestinationDetails({
  destination,
  title,
  timeZone,
  onChanged,
  onRemoved,
}: {
  destination: DestinationView;
  title: string;
  timeZone: string;
  onChanged: (one: DestinationView) => unknown;
  onRemoved: () => unknown;
}) {
  const { _id: id, channel, isActive, isDefault } = destination;
  const params = { id };
  const log = useApi("listDestinationDeliveries", { params });
  const changing = useApiOnce();
  const sending = useApiOnce();
  const rotating = useApiOnce();
  const removing = useApiOnce();
  const [secret, setSecret] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const change = (body: DestinationChange) =>
    changing.run(async () => {
      const response = await api.call("updateDestination", { params, body });
      if (!isRateLimited(response)) onChanged(response.destination);
    }, `Failed to update ${title}`);
  const test = () =>
    sending.run(async () => {
      const response = await api.call("testDestination", { params });
      if (isRateLimited(response)) return;
      toast({ type: "success", title: "Test sent" });
      await log.mutate();
    }, "Failed to send a test");
  const renew = () =>
    rotating.run(async () => {
      const response = await api.call("renewSecret", { params });
      if (!isRateLimited(response)) setSecret(response.secret);
    }, "Failed to rotate the secret");
  const remove = () =>
    removing.run(async () => {
      const response = await api.call("deleteDestination", { params });
      if (isRateLimited(response)) return;
      setConfirming(false);
      toast({ type: "success", title: `Removed ${title}` });
      onRemoved();
    }, `Failed to remove ${title}`);
  const isOfPlan = destination.status.reason === "plan";
  return (
    <div className="grid gap-4 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 text-13">
        <span className="inline-flex items-center gap-3">
          <Switch
            aria-labelledby={`on-${id}`}
            checked={isActive}
            disabled={isOfPlan}
            onChange={(event) => void change({ isActive: event.target.checked })}
          />
          <span id={`on-${id}`}>On</span>
        </span>
        <span className="inline-flex items-center gap-3">
          <Switch
            aria-labelledby={`all-${id}`}
            checked={isDefault}
            onChange={(event) => void change({ isDefault: event.target.checked })}
          />
          <span id={`all-${id}`}>Use for all watches by default</span>
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={!isActive} isPending={sending.isPending} onClick={() => void test()}>
          Send Test
        </Button>
        {channel === "webhook" && (
          <Button size="sm" isPending={rotating.isPending} onClick={() => void renew()}>
            Rotate Secret
          </Button>
        )}
        <Button size="sm" look="ghost" onClick={() => setConfirming(true)}>
          Remove
        </Button>
      </div>
      {secret !== null && (
        <>
          <SecretNote secret={secret} />
          <p className="text-13 text-ink-3">The previous secret stays valid for 24 hours.</p>
        </>
      )}
      <DeliveryLog
        deliveries={log.data?.deliveries}
        hasFailed={log.error !== undefined}
        timeZone={timeZone}
        isActive={isActive}
        onReload={() => log.mutate()}
      />
      <AlertDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Remove ${title}?`}
        text="Alerts will stop going there. You can add it again later."
        confirmLabel="Remove"
        isPending={removing.isPending}
        onConfirm={() => void remove()}
      />
    </div>
  );
}
