import { useState } from "react";
import type { DeviceView } from "@/contract/account";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { useApi } from "@/browser/swr";
import { formatAge } from "@/domain/time/age";
import { deviceName } from "@/domain/text/device-name";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";
import { QuietButton } from "@/ui/quiet-link";
import { toast } from "@/ui/toast/store";
import { Section } from "./section";
import { useApiOnce } from "./use-api-once";

const shownAtFirst = 5;

export function Devices({ served, now }: { served: { sessions: DeviceView[] }; now: Date }) {
  const { data, mutate } = useApi("listSessions", {}, served);
  const devices = (data ?? served).sessions;
  const [isAll, setAll] = useState(false);
  const shown = isAll ? devices : devices.slice(0, shownAtFirst);
  return (
    <Section id="devices" isAutomatic text="Don't recognize a device? Sign it out and change your password.">
      {shown.map((device) => (
        <Device
          key={device._id}
          device={device}
          now={now}
          onEnded={() =>
            mutate((current = served) => ({
              sessions: current.sessions.filter((one) => one._id !== device._id),
            }))
          }
        />
      ))}
      {shown.length < devices.length && (
        <div className="px-4 py-2 sm:px-5">
          <QuietButton onClick={() => setAll(true)}>Show all {devices.length} devices</QuietButton>
        </div>
      )}
    </Section>
  );
}

function Device({
  device,
  now,
  onEnded,
}: {
  device: DeviceView;
  now: Date;
  onEnded: () => Promise<unknown>;
}) {
  const { isPending, run } = useApiOnce();
  const name = deviceName(device.userAgent);
  const end = () =>
    run(async () => {
      const response = await api.call("endSession", { params: { id: device._id } });
      if (isRateLimited(response)) return;
      toast({ type: "success", title: `Signed out ${name}` });
      await onEnded();
    }, `Failed to sign out ${name}`);
  return (
    <Option
      title={name}
      hint={device.isCurrent ? "Active now" : `Last seen: ${formatAge(new Date(device.lastSeenAt), now)}`}
    >
      {device.isCurrent ? (
        <Badge look="ok">This device</Badge>
      ) : (
        <Button size="sm" isPending={isPending} onClick={() => void end()}>
          Sign out
          <span className="sr-only"> {name}</span>
        </Button>
      )}
    </Option>
  );
}
