import { ButtonLink } from "@/ui/button-link";
import { carriedEmail } from "./carried-email";
import { Outcome } from "./outcome";

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
