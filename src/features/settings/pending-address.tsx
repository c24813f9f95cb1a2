import { MailCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { getKey } from "@/browser/swr-keys";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { toast } from "@/ui/toast/store";
import { useApiOnce } from "./use-api-once";

export function PendingAddress({ current, pending }: { current: string; pending: string }) {
  const { mutate } = useSWRConfig();
  const { refresh } = useRouter();
  const sending = useApiOnce();
  const keeping = useApiOnce();
  useEffect(() => {
    // The link opens in another tab: refresh when the user returns, to show the new address.
    const look = () => document.visibilityState === "visible" && refresh();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [refresh]);

  const sendAgain = () =>
    sending.run(async () => {
      const response = await api.call("resendEmailChange");
      if (!isRateLimited(response)) toast({ type: "success", title: response.message });
    }, "Failed to resend the link");
  const keep = () =>
    keeping.run(async () => {
      const response = await api.call("cancelEmailChange");
      if (isRateLimited(response)) return;
      toast({ type: "success", title: `Keeping ${current}` });
      await mutate(getKey("getProfile"));
    }, "Failed to keep the current address");
  return (
    <div className="p-4 sm:px-5">
      <Notice look="accent" icon={MailCheck}>
        <p className="wrap-anywhere">
          Waiting for you to confirm <b>{pending}</b>. The link expires in 24 hours. Until then we&apos;ll
          keep using {current}.
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" isPending={sending.isPending} onClick={() => void sendAgain()}>
            Resend
          </Button>
          <Button size="sm" isPending={keeping.isPending} onClick={() => void keep()}>
            Keep current address
          </Button>
        </div>
      </Notice>
    </div>
  );
}
