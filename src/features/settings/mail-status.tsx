import { useSWRConfig } from "swr";
import type { DeliveryView } from "@/contract/account";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { useApi } from "@/browser/swr";
import { getKey } from "@/browser/swr-keys";
import type { UserView } from "@/contract/user";
import { formatBillingDate } from "@/domain/time/billing-date";
import { counted } from "@/domain/text/counted";
import { formatTime } from "@/domain/time/moment";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { toast } from "@/ui/toast/store";
import { useApiOnce } from "./use-api-once";
import { mailFailureText } from "./mail-failure";

const stopTexts = {
  bounced: {
    title: "Emails to you are bouncing.",
    text: "Your email provider rejected our messages, so we stopped sending. Update your address below, or try this one again.",
  },
  complained: {
    title: "An email from us was marked as spam.",
    text: "We've stopped sending. If this was a mistake, turn emails back on.",
  },
  unsubscribed: {
    title: "You unsubscribed from email alerts.",
    text: "Matches still appear in the app. You can turn emails back on anytime.",
  },
} as const;

export function MailStatus({ user, served }: { user: UserView; served: { deliveries: DeliveryView[] } }) {
  const { data } = useApi("listDeliveries", {}, served);
  const { mutate } = useSWRConfig();
  const { isPending, run } = useApiOnce();
  const failed = (data ?? served).deliveries.find(
    ({ status }) => status === "failed" || status === "unknown",
  );
  const stopped = user.emailStatus === "ok" ? null : stopTexts[user.emailStatus];
  if (stopped === null && failed === undefined) return null;

  const switchOn = () =>
    run(async () => {
      // The server clears the reason only when the setting changes from off to on.
      const steps = user.notificationPreferences.emailNotifications ? [false, true] : [true];
      for (const emailNotifications of steps) {
        const response = await api.call("updateNotificationPreferences", { body: { emailNotifications } });
        if (isRateLimited(response)) return;
        await mutate(getKey("getProfile"), response, { revalidate: false });
      }
      toast({ type: "success", title: "Notification preferences updated successfully" });
    }, "Failed to update notification preferences");
  return (
    <div className="grid gap-3 p-4 sm:px-5">
      {stopped !== null && (
        <Notice look="warn">
          <p>
            <b>{stopped.title}</b> {stopped.text}
          </p>
          <Button size="sm" className="mt-2" isPending={isPending} onClick={() => void switchOn()}>
            Turn emails back on
          </Button>
        </Notice>
      )}
      {failed !== undefined && <FailedMail delivery={failed} timeZone={user.timeZone} />}
    </div>
  );
}

function FailedMail({ delivery, timeZone }: { delivery: DeliveryView; timeZone: string }) {
  const at = new Date(delivery.slot);
  const when = Number.isNaN(at.getTime())
    ? "a message"
    : `${formatBillingDate(at, timeZone)}, ${formatTime(at, timeZone)}`;
  const matches = delivery.count === 0 ? "" : ` (${counted(delivery.count, "match", "matches")})`;
  return (
    <p className="text-13 text-ink-2">
      <b className="font-semibold text-ink">Last failed email:</b> {when}
      {matches} {delivery.status === "failed" ? "was not sent" : "might not have been sent"}:{" "}
      {mailFailureText(delivery.reason)}.{delivery.count > 0 && " Its matches are under Notifications."}
    </p>
  );
}
