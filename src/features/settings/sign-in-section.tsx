import dynamic from "next/dynamic";
import { useSWRConfig } from "swr";
import type { UserView } from "@/contract/user";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";
import { Section } from "./section";
import { devicesPath } from "./devices";
import { useDialog } from "./use-dialog";

const EmailDialog = dynamic(() => import("./email-dialog").then((file) => file.EmailDialog));
const PasswordDialog = dynamic(() => import("./password-dialog").then((file) => file.PasswordDialog));

/** What one signs in with. */
export function SignInSection({ user }: { user: UserView }) {
  const email = useDialog();
  const password = useDialog();
  const { mutate } = useSWRConfig();
  return (
    <Section title="Sign-in" text="Your address and your password.">
      <Option title="Email" hint={user.email}>
        <Button size="sm" onClick={email.open}>
          Change email
        </Button>
      </Option>
      <Option title="Password" hint="At least 8 characters.">
        <Button size="sm" onClick={password.open}>
          Change password
        </Button>
      </Option>
      {email.state !== null && <EmailDialog key={email.key} state={email.state} />}
      {password.state !== null && (
        <PasswordDialog
          key={password.key}
          state={password.state}
          onChanged={() => void mutate(devicesPath)}
        />
      )}
    </Section>
  );
}
