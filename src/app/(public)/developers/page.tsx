import type { Metadata } from "next";
import { connection } from "next/server";
import { formatCount } from "@/domain/text/counted";
import { env } from "@/env";
import { Receive } from "@/features/developers/receive";
import { ReferencePage } from "@/features/developers/reference-page";
import { Start } from "@/features/developers/start";
import { listedNouns } from "@/server/http/openapi/reference";

export const metadata: Metadata = { title: "Developers" };

export default async function DevelopersPage() {
  await connection();
  const settings = env();
  const keyLimit = result(settings.RATE_LIMIT_KEY);
  const limits = [
    ["Per API key", keyLimit],
    ["All requests per IP address", result(settings.RATE_LIMIT_DDOS)],
    ["Creating and changing watches", result(settings.RATE_LIMIT_KEYWORD)],
    ["Previews and receipts", result(settings.RATE_LIMIT_FORECAST)],
    ["Notifications", result(settings.RATE_LIMIT_NOTIFICATION)],
    ["Live stream connections", result(settings.RATE_LIMIT_LIVE)],
    ["Place lookups", result(settings.RATE_LIMIT_PLACE)],
    ["Destination changes", result(settings.RATE_LIMIT_DESTINATION)],
  ] as const;
  return (
    <ReferencePage
      nouns={listedNouns()}
      current={null}
      title="Developers"
      lead="Manage watches, matches and coverage through the API, on every plan. Create an API key, add a watch, and receive matches by webhook, live stream or MCP."
    >
      <Start appUrl={settings.APP_URL} limits={limits} keyLimit={keyLimit} />
      <Receive appUrl={settings.APP_URL} mcpLimit={result(settings.RATE_LIMIT_MCP)} />
    </ReferencePage>
  );
}

function result({ count, windowSeconds }: { count: number; windowSeconds: number }): string {
  const windows: Record<number, string> = { 60: "per minute", 3600: "per hour" };
  return `${formatCount(count)} requests ${windows[windowSeconds] ?? `in ${windowSeconds} seconds`}`;
}
