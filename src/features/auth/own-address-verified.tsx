import { ButtonLink } from "@/ui/button-link";
import { Outcome } from "./outcome";

export function OwnAddressVerified({ address }: { address: string }) {
  const text = (
    <>
      Your email address is now <strong className="font-semibold text-ink">{address}</strong>. Use it to sign
      in; we&apos;ll send email there from now on.
    </>
  );
  return (
    <Outcome look="ok" title="Email Verified!" text={text}>
      <ButtonLink href="/settings" look="primary" size="lg">
        Back to Settings
      </ButtonLink>
    </Outcome>
  );
}
