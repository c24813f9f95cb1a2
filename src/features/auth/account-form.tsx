import { useId, type FormEvent, type ReactNode } from "react";
import type { LimitWait } from "@/domain/rate-limit-texts";
import { Button } from "@/ui/button";
import { WaitNotice } from "@/ui/wait-notice";

/**
 * The frame of every form here, with its button and what holds that back. A submit before the script runs must not put
 * a password into the address.
 */
export function AccountForm({
  form,
  action,
  children,
}: {
  form: {
    submit: (event: FormEvent<HTMLFormElement>) => void;
    isPending: boolean;
    wait: LimitWait | null;
  };
  /** The button's words, at rest and at work. */
  action: { label: string; pendingLabel: string };
  children: ReactNode;
}) {
  const waitId = useId();
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={form.submit}>
      {children}
      <WaitNotice id={waitId} wait={form.wait} />
      <Button
        type="submit"
        look="primary"
        size="lg"
        isPending={form.isPending}
        heldBy={form.wait === null ? undefined : waitId}
      >
        {form.isPending ? action.pendingLabel : action.label}
      </Button>
    </form>
  );
}
