import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useSWRConfig } from "swr";
import { getKey } from "@/browser/swr-keys";
import type { ProfileView } from "@/contract/user";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";
import { Section } from "./section";
import { PendingAddress } from "./pending-address";
import { useDialog } from "./use-dialog";

const EmailDialog = dynamic(() => import("./email-dialog").then((file) => file.EmailDialog));
const PasswordDialog = dynamic(() => import("./password-dialog").then((file) => file.PasswordDialog));

export function SignInSection({
  user,
  isVerifying,
  onNewPassword,
}: {
  user: ProfileView;
  isVerifying: boolean;
  onNewPassword: () => void;
}) {
  const email = useDialog();
  const password = useDialog();
  const { mutate } = useSWRConfig();
  const { refresh } = useRouter();
  return (
    <Section id="sign-in" isAutomatic text="Your email address and password.">
      {/* An email address needs the full width of a phone. */}
      <Option title="Email" hint={user.email} isWide>
        <div className="sm:text-right">
          <Button size="sm" onClick={email.open}>
            Change email
          </Button>
        </div>
      </Option>
      {user.pendingEmail !== null && <PendingAddress current={user.email} pending={user.pendingEmail} />}
      <Option title="Password" hint="At least 8 characters." isWide>
        <div className="sm:text-right">
          <Button size="sm" onClick={password.open}>
            Change password
          </Button>
        </div>
      </Option>
      {email.state !== null && (
        <EmailDialog key={email.key} state={email.state} isVerifying={isVerifying} onRequested={refresh} />
      )}
      {password.state !== null && (
        <PasswordDialog
          key={password.key}
          state={password.state}
          onChanged={() => {
            onNewPassword();
            void mutate(getKey("getProfile"));
            void mutate(getKey("listDestinations"));
            void mutate(getKey("listSessions"));
            void mutate(getKey("listKeys"), { keys: [] });
          }}
        />
      )}
    </Section>
  );
}
