import { ButtonLink } from "@/ui/button-link";
import { carriedEmail } from "./carried-email";
import { Outcome } from "./outcome";

/** Shown after an address was verified: the next step is signing in with it. */
export function EmailVerified({ email }: { email: string | null }) {
  return (
    <Outcome look="ok" title="Email Verified!" text="You can now sign in.">
      <ButtonLink
        href="/login"
        look="primary"
        size="lg"
        onClick={() => email !== null && carriedEmail.write(email)}
      >
        Continue to Login
      </ButtonLink>
    </Outcome>
  );
}
