import { BellRing } from "lucide-react";
import { useState } from "react";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast/store";

function readPermission(): NotificationPermission | "missing" {
  return "Notification" in window ? Notification.permission : "missing";
}

/** Requests permission on a click, because browsers require one. Hidden once the browser has an answer. */
export function SystemAlerts() {
  const [permission, setPermission] = useState(readPermission);
  if (permission !== "default") return null;
  const request = async () => {
    const response = await Notification.requestPermission();
    setPermission(response);
    if (response === "granted") toast({ type: "success", title: "Desktop alerts are on" });
  };
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-3">
      Get desktop notifications for new matches while Earshot is open.
      <Button look="ghost" size="sm" onClick={() => void request()}>
        <BellRing className="size-4" />
        Turn on desktop alerts
      </Button>
    </p>
  );
}
