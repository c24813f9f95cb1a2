"use client";

import { Check, CircleCheck, RotateCw, TriangleAlert } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { readTwice } from "@/browser/read-twice";
import { planFeatures } from "@/domain/plans/plan-texts";
import { Button } from "@/ui/button";
import { ButtonLink } from "@/ui/button-link";
import { Spinner } from "@/ui/spinner";
import { PaymentCard } from "./payment-card";
import { useRefreshSubscription } from "./use-subscription";

const spinnerMs = 2_000;

/** Shown after checkout: checks the payment, and explains the next steps if it can't be confirmed. */
export function SuccessScreen({
  sessionId,
  supportEmail,
}: {
  sessionId: string | null;
  supportEmail: string;
}) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<"processing" | "confirmed" | "open">("processing");
  const refresh = useRefreshSubscription();

  const finish = useEffectEvent((isPro: boolean) => {
    setState(isPro ? "confirmed" : "open");
    if (isPro) void refresh();
  });
  useEffect(() => {
    let isGone = false;
    const spinner = new Promise((done) => setTimeout(done, spinnerMs));
    void Promise.all([isConfirmed(sessionId), spinner]).then(([isPro]) => isGone || finish(isPro));
    return () => {
      isGone = true;
    };
  }, [sessionId, attempt]);

  if (state === "processing") return <Processing />;
  if (state === "confirmed") return <Welcome sessionId={sessionId} />;
  return (
    <PaymentCard
      icon={TriangleAlert}
      look="text-warn"
      title="We haven't been able to confirm your payment yet"
      actions={
        <>
          <Button
            look="primary"
            onClick={() => {
              setState("processing");
              setAttempt(attempt + 1);
            }}
          >
            <RotateCw className="size-4" />
            Retry
          </Button>
          <ButtonLink href="/subscription" look="quiet">
            Go to Subscription
          </ButtonLink>
        </>
      }
      foot={sessionId !== null && `Session: ${sessionId}`}
    >
      <p>This can take a moment. If you&apos;ve paid, don&apos;t worry: you don&apos;t need to pay again.</p>
      <p>
        Still not working? Contact <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
      </p>
    </PaymentCard>
  );
}

/** Asks the server to check the payment. Returns false on errors. */
async function isConfirmed(sessionId: string | null): Promise<boolean> {
  if (sessionId === null) return false;
  try {
    const response = await readTwice(() => api.call("syncCheckout", { body: { sessionId } }));
    return !isRateLimited(response) && response.isPro;
  } catch {
    return false;
  }
}

function Processing() {
  return (
    <div role="status" className="grid min-h-80 place-content-center justify-items-center gap-4 text-accent">
      <Spinner className="size-7" />
      <h1 className="text-14 font-normal tracking-normal text-ink-2">Processing your subscription...</h1>
    </div>
  );
}

function Welcome({ sessionId }: { sessionId: string | null }) {
  return (
    <PaymentCard
      icon={CircleCheck}
      look="text-ok"
      title="Welcome to Pro!"
      actions={
        <>
          <ButtonLink href="/keywords" look="primary">
            Add Your First Keyword
          </ButtonLink>
          <ButtonLink href="/dashboard" look="quiet">
            Go to Dashboard
          </ButtonLink>
        </>
      }
      foot={`Session: ${sessionId}`}
    >
      <p>You now have:</p>
      <ul className="grid gap-2">
        {planFeatures.pro.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check className="mt-[calc((1lh-1rem)/2)] size-4 flex-none text-ok" />
            {feature}
          </li>
        ))}
      </ul>
      <p>A confirmation email will follow.</p>
    </PaymentCard>
  );
}
