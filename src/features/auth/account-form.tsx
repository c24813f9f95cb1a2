import { useId, type FormEvent, type ReactNode } from "react";
import type { LimitWait } from "@/domain/text/rate-limit-texts";
import { Button } from "@/ui/button";
import { WaitNotice } from "@/ui/wait-notice";

/** Uses POST, so a submit before hydration doesn't put the password into the URL. */
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
        describedBy={form.wait === null ? undefined : waitId}
        // Keeps the focus in the field: its error would move the button away before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {form.isPending ? action.pendingLabel : action.label}
      </Button>
    </form>
  );
}
