import type { ReactNode } from "react";
import type { UserView } from "@/contract/user";
import { Badge } from "@/ui/badge";
import { Section } from "./section";

const absent = "Not provided";

/** What the account says of its user; nothing here can be changed. */
export function AccountInformation({ user }: { user: UserView }) {
  const { plan, status } = user.subscription;
  return (
    <Section title="Account Information" text="Read only.">
      <dl className="divide-y divide-line">
        <Fact name="Email">
          <span className="wrap-anywhere">{user.email || absent}</span>
          <Badge look={user.isEmailVerified ? "ok" : "bad"}>
            {user.isEmailVerified ? "Verified" : "Unverified"}
          </Badge>
        </Fact>
        <Fact name="First name">{user.firstName || absent}</Fact>
        <Fact name="Last name">{user.lastName || absent}</Fact>
        <Fact name="Subscription plan">{plan}</Fact>
        <Fact name="Status">
          <Badge look={status === "active" ? "ok" : "bad"}>{status.replaceAll("_", " ")}</Badge>
        </Fact>
      </dl>
    </Section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid px-4 py-3 sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-4 sm:px-5">
      <dt className="text-ink-2">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">{children}</dd>
    </div>
  );
}
