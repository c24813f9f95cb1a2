import { useSyncExternalStore } from "react";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";

type DestinationStatus = NotificationPermission | "unsupported" | "unknown";

const hints: Record<DestinationStatus, string> = {
  unknown: "Show matches as system notifications.",
  default: "Show matches as system notifications.",
  granted: "Matches appear as system notifications.",
  denied: "Notifications are blocked. Allow them for this site in your browser settings.",
  unsupported: "This browser doesn't support system notifications.",
};

export function BrowserOption() {
  const permissionState = useSyncExternalStore(onPermissionChange, permission, () => "unknown" as const);
  return (
    <Option title="In this browser" hint={hints[permissionState]}>
      {permissionState === "granted" && <Badge look="ok">Allowed</Badge>}
      {permissionState === "denied" && <Badge>Blocked</Badge>}
      {(permissionState === "default" || permissionState === "unknown") && (
        <Button size="sm" onClick={() => void Notification.requestPermission().then(report)}>
          Allow
        </Button>
      )}
    </Option>
  );
}

const listeners = new Set<() => void>();
const report = () => listeners.forEach((listener) => listener());

function permission(): DestinationStatus {
  return "Notification" in window ? Notification.permission : "unsupported";
}

function onPermissionChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("focus", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("focus", listener);
  };
}
