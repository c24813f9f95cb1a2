import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import type { UserView } from "@/contract/user";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Section } from "./section";
import { useDialog } from "./use-dialog";

const planNames = { free: "Free", pro: "Pro" };
const absent = "Not provided";

const NameDialog = dynamic(() => import("./name-dialog").then((file) => file.NameDialog));

export function AccountInformation({ user, hasBilling }: { user: UserView; hasBilling: boolean }) {
  const { plan, status } = user.subscription;
  const name = useDialog();
  return (
    <Section
      id="account"
      text="Change your email address under Sign-in."
      action={
        <Button size="sm" onClick={name.open}>
          Edit name
        </Button>
      }
    >
      <dl className="divide-y divide-line">
        <Fact name="Email">
          <span className="wrap-anywhere">{user.email || absent}</span>
          <Badge look={user.isEmailVerified ? "ok" : "bad"}>
            {user.isEmailVerified ? "Verified" : "Unverified"}
          </Badge>
        </Fact>
        <Fact name="First name">{user.firstName || absent}</Fact>
        <Fact name="Last name">{user.lastName || absent}</Fact>
        <Fact name="Subscription plan">{hasBilling ? planNames[plan] : "Everything is included"}</Fact>
        <Fact name="Status">
          <Badge look={status === "active" ? "ok" : "bad"}>{status.replaceAll("_", " ")}</Badge>
        </Fact>
      </dl>
      {name.state !== null && <NameDialog key={name.key} state={name.state} user={user} />}
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
