import type { Metadata } from "next";
import { connection } from "next/server";
import { formatCount } from "@/domain/counted";
import { env } from "@/env";
import { Receive } from "@/features/developers/receive";
import { ReferencePage } from "@/features/developers/reference-page";
import { Start } from "@/features/developers/start";
import { listedNouns } from "@/server/http/openapi/reference";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage() {
  await connection();
  const settings = env();
  const keyLimit = told(settings.RATE_LIMIT_KEY);
  const limits = [
    ["Each key", keyLimit],
    ["All calls from one address", told(settings.RATE_LIMIT_DDOS)],
    ["Changes and previews of watches", told(settings.RATE_LIMIT_KEYWORD)],
    ["Notifications", told(settings.RATE_LIMIT_NOTIFICATION)],
    ["Opening the live stream", told(settings.RATE_LIMIT_LIVE)],
    ["Questions about places", told(settings.RATE_LIMIT_PLACE)],
    ["Changes of destinations", told(settings.RATE_LIMIT_DESTINATION)],
  ] as const;
  return (
    <ReferencePage
      nouns={listedNouns()}
      current={null}
      title="Developers"
      lead="Watches, matches and coverage by call, on every plan. Make a key, create a watch, and get its matches by webhook, stream or agent."
    >
      <Start appUrl={settings.APP_URL} limits={limits} keyLimit={keyLimit} />
      <Receive appUrl={settings.APP_URL} />
    </ReferencePage>
  );
}

function told({ count, windowSeconds }: { count: number; windowSeconds: number }): string {
  const windows: Record<number, string> = { 60: "a minute", 3600: "an hour" };
  return `${formatCount(count)} calls in ${windows[windowSeconds] ?? `${windowSeconds} seconds`}`;
}
