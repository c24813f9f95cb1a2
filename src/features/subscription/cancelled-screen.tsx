import { CircleSlash2 } from "lucide-react";
import { freeWatchLimit } from "@/domain/plans/plans";
import { ButtonLink } from "@/ui/button-link";
import { PaymentCard } from "./payment-card";

export function CancelledScreen({ supportEmail }: { supportEmail: string }) {
  return (
    <PaymentCard
      icon={CircleSlash2}
      look="text-accent-text"
      title="Payment Cancelled"
      actions={
        <>
          <ButtonLink href="/subscription" look="primary">
            Try Pro Again
          </ButtonLink>
          <ButtonLink href="/dashboard" look="quiet">
            Go to Dashboard
          </ButtonLink>
        </>
      }
      foot={
        <>
          Something went wrong? Contact us at <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </>
      }
    >
      <p>
        You weren&apos;t charged. You&apos;re still on the Free plan: {freeWatchLimit} keyword watches, basic
        notifications and email alerts, for as long as you like.
      </p>
    </PaymentCard>
  );
}
