import type { ReactNode } from "react";
import { getPlan } from "@/domain/plans/plans";
import { isBillingOn } from "@/env";
import { SignOut } from "@/features/auth/sign-out";
import { Frame } from "@/features/frame/frame";
import { Keyboard } from "@/features/frame/keyboard";
import { ListeningBox } from "@/features/frame/listening-box";
import { Sidebar } from "@/features/frame/sidebar";
import { IssueBanner } from "@/features/frame/issue-banner";
import { PopupListener } from "@/features/notifications/popup-listener";
import { UnreadCount } from "@/features/notifications/unread-count";
import { RateLimitToasts } from "@/features/rate-limit/rate-limit-toasts";
import { requireFrame } from "./page-frame";
import { requireUser } from "@/server/http/page-session";
import { userView } from "@/server/accounts/user-view";

export default async function AppLayout({ children }: { children: ReactNode }) {
  const user = await requireUser();
  const { now, unread, listening } = await requireFrame();
  return (
    <Frame
      theme={user.theme}
      sidebar={
        <Sidebar
          person={{
            firstName: user.firstName,
            lastName: user.lastName,
            email: userView(user).email,
            isPro: getPlan(user.subscriptionStatus).name === "pro",
          }}
          unread={<UnreadCount served={unread} className="ml-auto text-12 font-semibold" />}
          listening={<ListeningBox first={listening} nowMs={now.getTime()} timeZone={user.timeZone} />}
          signOut={<SignOut />}
          hasBilling={isBillingOn()}
        />
      }
    >
      {children}
      <Keyboard />
      <PopupListener since={now.toISOString()} />
      <RateLimitToasts />
      <IssueBanner first={listening} timeZone={user.timeZone} />
    </Frame>
  );
}
