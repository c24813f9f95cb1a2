import type { Metadata } from "next";
import { CoverageScreen } from "@/features/coverage/coverage-screen";
import { requireFrame } from "@/app/(app)/page-frame";
import { getCoverage } from "@/server/coverage/coverage";
import { requireUser } from "@/server/http/page-session";

export const metadata: Metadata = { title: "Coverage" };

export default async function CoveragePage() {
  const user = await requireUser();
  const { now } = await requireFrame();
  return <CoverageScreen served={await getCoverage(user, now)} servedAt={now} timeZone={user.timeZone} />;
}
