import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { checkPath, getSharedAddress } from "@/domain/shared-link";
import { env } from "@/env";
import { AuthHeading, AuthScreen } from "@/features/auth/auth-screen";
import { ResumeSession } from "@/features/auth/resume-session";
import { KeepShared } from "@/features/auth/shared-link";
import { ButtonLink } from "@/ui/button-link";
import { type SharedSearch, sharedIn } from "@/app/shared";
import { readSites } from "@/app/sites";
import { findUser } from "@/server/http/page-session";

export const metadata: Metadata = { title: "Check a post", robots: { index: false } };

/** Share target for other apps. Others sign in first while the tab stores the shared link. */
export default async function SharePage({ searchParams }: { searchParams: SharedSearch }) {
  // Must come first: settings are read per request, never at build time.
  const sites = await readSites();
  const link = getSharedAddress(await sharedIn(searchParams));
  if ((await findUser()) !== null) redirect(checkPath(link));
  return (
    <AuthScreen sites={sites}>
      <AuthHeading
        title="Sign in to check a post"
        text={
          link === ""
            ? "We couldn't find a link in the shared text. Once you're signed in, you can paste one."
            : "We'll show you which of your watches match it, and why:"
        }
      />
      {link !== "" && (
        <p className="mb-6 line-clamp-4 rounded-lg border border-line bg-surface p-3 text-14 wrap-anywhere">
          {link}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/login" look="primary" size="lg">
          Sign in
        </ButtonLink>
        {env().REGISTRATION === "open" && (
          <ButtonLink href="/register" look="quiet" size="lg">
            Create account
          </ButtonLink>
        )}
      </div>
      <KeepShared link={link} />
      <ResumeSession />
    </AuthScreen>
  );
}
