import { useSWRConfig } from "swr";
import type { DeliveryView } from "@/contract/account";
import { api } from "@/contract/browser";
import { isRateLimited } from "@/contract/rate-limit";
import { useCall } from "@/contract/swr";
import { keyOf } from "@/contract/swr-keys";
import type { UserView } from "@/contract/user";
import { formatBillingDate } from "@/domain/billing-date";
import { counted } from "@/domain/counted";
import { mailFailureText } from "@/domain/mail-failure";
import { formatTime } from "@/domain/moment";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { toast } from "@/ui/toast/store";
import { useOneCall } from "./use-one-call";

const stopTexts = {
  bounced: {
    title: "Mails to you came back.",
    text: "Your mail service said that the address does not take them, so we stopped. Correct the address below, or try this one again.",
  },
  complained: {
    title: "One of our mails was marked as spam.",
    text: "So we stopped sending. If that was a mistake, switch mails on again.",
  },
  unsubscribed: {
    title: "You unsubscribed from alert mails.",
    text: "Matches still show up on the screens. Switch mails on again whenever you like.",
  },
} as const;

/** Why no mail arrives, with the way back, and what became of the last mail that failed. */
export function MailStatus({ user, served }: { user: UserView; served: { deliveries: DeliveryView[] } }) {
  const { data } = useCall("listDeliveries", {}, served);
  const { mutate } = useSWRConfig();
  const { isPending, run } = useOneCall();
  const failed = (data ?? served).deliveries.find(
    ({ status }) => status === "failed" || status === "unknown",
  );
  const stopped = user.emailStatus === "ok" ? null : stopTexts[user.emailStatus];
  if (stopped === null && failed === undefined) return null;

  const switchOn = () =>
    run(async () => {
      // Only the step from off to on forgets why mails stopped.
      const steps = user.notificationPreferences.emailNotifications ? [false, true] : [true];
      for (const emailNotifications of steps) {
        const answer = await api.call("updateNotificationPreferences", { body: { emailNotifications } });
        if (isRateLimited(answer)) return;
        await mutate(keyOf("getProfile"), answer, { revalidate: false });
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
            Switch mails on again
          </Button>
        </Notice>
      )}
      {failed !== undefined && <FailedMail delivery={failed} timeZone={user.timeZone} />}
    </div>
  );
}

function FailedMail({ delivery, timeZone }: { delivery: DeliveryView; timeZone: string }) {
  const at = new Date(delivery.slot);
  const parts = [
    Number.isNaN(at.getTime()) ? null : `of ${formatBillingDate(at, timeZone)}, ${formatTime(at, timeZone)}`,
    delivery.count === 0 ? null : `with ${counted(delivery.count, "match", "matches")}`,
  ];
  const which = ["The one", ...parts.filter((part) => part !== null)].join(" ");
  return (
    <p className="text-13 text-ink-2">
      <b className="font-semibold text-ink">Last failed mail:</b> {which} was{" "}
      {delivery.status === "failed" ? "not sent" : "perhaps not sent"}: {mailFailureText(delivery.reason)}.
      {delivery.count > 0 && " What it told of is under Notifications."}
    </p>
  );
}
