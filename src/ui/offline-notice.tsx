import { WifiOff } from "lucide-react";
import { formatTime } from "@/domain/time/moment";
import { Notice } from "./notice";
import { useOffline } from "./use-offline";

export function OfflineNotice({ timeZone }: { timeZone: string }) {
  const since = useOffline();
  return (
    <Notice look="warn" icon={WifiOff}>
      {since === null ? null : (
        <p>
          <b>You&apos;re offline.</b> Showing data from {formatTime(since, timeZone)}. We&apos;ll reconnect
          automatically.
        </p>
      )}
    </Notice>
  );
}
