import * as z from "zod";
import { perProcess } from "./adapters/per-process";
import { guessableSecrets } from "./env-secrets";
import {
  bareAddress,
  base64url,
  startsWith,
  botToken,
  email,
  instances,
  localAddresses,
  logLevels,
  onOff,
  postgresUrl,
  rateLimit,
  receiptKey,
  encryptionKeys,
  secret,
  sender,
  siteIds,
  smtpUrl,
  streamUrls,
  text,
  url,
  vendorHosts,
  wholeNumber,
} from "./env-values";

/** The only reader of process.env, never at build time. Empty means unset. See docs/operations.md. */

/** A site is enabled if SITES contains it, or if SITES is unset and the first of these is set. */
const siteNeeds: Readonly<Record<string, readonly string[]>> = {
  reddit: ["REDDIT_CLIENT_ID", "REDDIT_CLIENT_SECRET", "REDDIT_USER_AGENT"],
};
/** Settings that Stripe requires, unless BILLING is off. */
const stripeNeeds = [
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "STRIPE_PRICE_MONTHLY",
  "STRIPE_PRICE_YEARLY",
];
/** Hosts of browsers' push services. Subscriptions to other hosts are rejected. */
const pushServices =
  "fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.notify.windows.com";
/** Two redundant instances of Bluesky's event stream. */
const blueskyStreams = ["us-east", "us-west"].map(
  (region) => `wss://jetstream.${region}.bsky.network/xrpc/network.bsky.jetstream.subscribeEvents`,
);
export const envSchema = z
  .object({
    DATABASE_URL: postgresUrl,
    DIRECT_DATABASE_URL: postgresUrl.optional(),
    DATABASE_POOL: wholeNumber(1, 500).optional(),
    APP_URL: url,
    PORT: wholeNumber(1, 65_535).default(3000),
    HOST: text.default("127.0.0.1"),
    NEXTAUTH_SECRET: z.string().min(32, "must be at least 32 characters"),
    CRON_SECRET: secret,
    ENCRYPTION_KEY: encryptionKeys,
    SITES: siteIds.optional(),
    REDDIT_CLIENT_ID: text.optional(),
    REDDIT_CLIENT_SECRET: text.optional(),
    REDDIT_USER_AGENT: text.optional(),
    REDDIT_ALL_SHARE: z
      .string()
      .transform(Number)
      .refine((share) => share >= 0 && share <= 1, "must be a fraction between 0 and 1, for example 0.4")
      .default(0.4),
    REDDIT_AUTH_URL: url.default("https://www.reddit.com"),
    REDDIT_API_URL: url.default("https://oauth.reddit.com"),
    HACKERNEWS_API_URL: url.default("https://hacker-news.firebaseio.com"),
    LOBSTERS_URL: url.default("https://lobste.rs"),
    BLUESKY_STREAM_URLS: streamUrls.default(blueskyStreams),
    BLUESKY_API_URL: url.default("https://public.api.bsky.app"),
    GITHUB_API_URL: url.default("https://api.github.com"),
    GITHUB_TOKEN: text.optional(),
    STACKEXCHANGE_KEY: text.optional(),
    STACKEXCHANGE_API_URL: url.default("https://api.stackexchange.com"),
    GDELT_URL: url.default("https://data.gdeltproject.org"),
    FEDIVERSE_STREAM_URL: url.default("https://fedi.buzz/api/v1/streaming/public"),
    FEDIVERSE_INSTANCES: instances.default(["mastodon.online", "fosstodon.org", "hachyderm.io"]),
    SMTP_URL: smtpUrl.optional(),
    RESEND_API_KEY: text.optional(),
    RESEND_BASE_URL: url.default("https://api.resend.com"),
    RESEND_WEBHOOK_SECRET: z
      .string()
      .regex(/^whsec_/, "must start with whsec_")
      .optional(),
    EMAIL_FROM: sender,
    UPSTASH_REDIS_REST_URL: url.optional(),
    UPSTASH_REDIS_REST_TOKEN: text.optional(),
    RATE_LIMIT_AUTH: rateLimit(10, 900),
    RATE_LIMIT_LOGIN_FAILURES: rateLimit(5, 900),
    RATE_LIMIT_LINKS: rateLimit(20, 900),
    RATE_LIMIT_KEYWORD: rateLimit(30, 60),
    RATE_LIMIT_NOTIFICATION: rateLimit(120, 60),
    RATE_LIMIT_LIVE: rateLimit(10, 60),
    RATE_LIMIT_DESTINATION: rateLimit(10, 3600),
    RATE_LIMIT_DESTINATION_TEST: rateLimit(10, 3600),
    RATE_LIMIT_BILLING: rateLimit(100, 600),
    RATE_LIMIT_EXPORT: rateLimit(10, 3600),
    RATE_LIMIT_IMPORT: rateLimit(30, 600),
    RATE_LIMIT_KEY: rateLimit(120, 60),
    RATE_LIMIT_MCP: rateLimit(60, 60),
    RATE_LIMIT_PREVIEW: rateLimit(10, 60),
    RATE_LIMIT_FORECAST: rateLimit(60, 60),
    RATE_LIMIT_PLACE: rateLimit(60, 60),
    RATE_LIMIT_REDDIT: rateLimit(60, 60),
    RATE_LIMIT_DDOS: rateLimit(300, 60),
    BILLING: onOff("on"),
    STRIPE_SECRET_KEY: startsWith(/^(sk|rk)_/, "sk_ or rk_"),
    STRIPE_WEBHOOK_SECRET: startsWith(/^whsec_/, "whsec_"),
    STRIPE_PRICE_MONTHLY: startsWith(/^price_/, "price_"),
    STRIPE_PRICE_YEARLY: startsWith(/^price_/, "price_"),
    STRIPE_API_URL: url.default("https://api.stripe.com"),
    STRIPE_AUTOMATIC_TAX: onOff("off"),
    METRICS_TOKEN: secret.optional(),
    LOG_LEVEL: logLevels.default("info"),
    OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
    PUSH_HOSTS: text.default(pushServices),
    VAPID_PUBLIC_KEY: base64url(65).optional(),
    VAPID_PRIVATE_KEY: base64url(32).optional(),
    TELEGRAM_BOT_TOKEN: botToken.optional(),
    TELEGRAM_API_URL: url.default("https://api.telegram.org"),
    TELEGRAM_LINK_URL: url.default("https://t.me"),
    RECEIPT_KEY: receiptKey.optional(),
    OPERATOR_NAME: text,
    OPERATOR_ADDRESS: text,
    SUPPORT_EMAIL: email.optional(),
    TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
    MAX_CONNECTIONS: wholeNumber(10, 1_000_000).default(10_000),
    SCHEDULER: onOff("off"),
    EMAIL_VERIFICATION: onOff("on"),
    LIVE: z.enum(["on", "off"], "must be on or off").optional(),
    REGISTRATION: z.enum(["open", "closed"], "must be open or closed").default("open"),
    LOCAL_ADDRESSES: localAddresses.optional(),
    VENDOR_HOSTS: vendorHosts.optional(),
  })
  .refine((set) => (set.VAPID_PUBLIC_KEY === undefined) === (set.VAPID_PRIVATE_KEY === undefined), {
    path: ["VAPID_PRIVATE_KEY"],
    error: "must be set together with VAPID_PUBLIC_KEY",
  })
  .refine(
    (set) => (set.UPSTASH_REDIS_REST_URL === undefined) === (set.UPSTASH_REDIS_REST_TOKEN === undefined),
    {
      path: ["UPSTASH_REDIS_REST_TOKEN"],
      error: "must be set together with UPSTASH_REDIS_REST_URL",
    },
  );

export type Env = z.infer<typeof envSchema> & { SUPPORT_EMAIL: string };

/** Throws one Error that lists all invalid settings and describes valid values. Never prints a value. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const set = Object.fromEntries(
    Object.entries(source).filter(
      ([name, value]) => value !== undefined && value.trim() !== "" && isRead(name, source),
    ),
  );
  const parsed = envSchema.safeParse(set);
  const unset = [...missingOfSites(set), ...missingOfStripe(set)].map((name) => `${name}: is not set`);
  const guessable = source.NODE_ENV === "production" ? guessableSecrets(set) : [];
  const missing = [...unset, ...missingOfMail(set), ...guessable];
  if (parsed.success && missing.length === 0) {
    const { EMAIL_FROM, SUPPORT_EMAIL = bareAddress(EMAIL_FROM) } = parsed.data;
    return { ...parsed.data, SUPPORT_EMAIL };
  }
  const issues = parsed.error?.issues ?? [];
  const faults = issues.map((issue) => {
    const name = String(issue.path[0]);
    return `  ${name}: ${name in set ? issue.message : "is not set"}`;
  });
  faults.push(...missing.map((fault) => `  ${fault}`));
  throw new Error(
    `Can't start because of invalid settings:\n${faults.join("\n")}\nSee .env.example for an explanation of each setting.`,
  );
}

/** Stripe settings are ignored if billing is off. */
function isRead(name: string, source: Record<string, string | undefined>): boolean {
  return source.BILLING !== "off" || !name.startsWith("STRIPE_");
}

function missingOfStripe(set: Record<string, string | undefined>): string[] {
  return set.BILLING === "off" ? [] : stripeNeeds.filter((name) => !(name in set));
}

function missingOfSites(set: Record<string, string | undefined>): string[] {
  const named = siteIds.safeParse(set.SITES).data;
  return Object.entries(siteNeeds).flatMap(([site, names]) => {
    const isOn = named?.includes(site) ?? (set.SITES === undefined && names[0]! in set);
    return isOn ? names.filter((name) => !(name in set)) : [];
  });
}

function missingOfMail(set: Record<string, string | undefined>): string[] {
  const isMailed = "SMTP_URL" in set || "RESEND_API_KEY" in set;
  return isMailed
    ? []
    : ["RESEND_API_KEY: is not set. Set either SMTP_URL or RESEND_API_KEY; one is required to send email"];
}

export function env(): Env {
  return perProcess("earshotEnv", () => parseEnv(process.env));
}

/** Maximum connections of this process. Vercel runs many instances, each with its own pool. */
export const databasePool = () => env().DATABASE_POOL ?? (isOnVercel() ? 5 : 20);

/** If false, all users have Pro. */
export const isBillingOn = () => env().BILLING === "on";

export const hasUpstash = () => env().UPSTASH_REDIS_REST_URL !== undefined;

/** Read separately from the other settings, so errors about them can be logged. */
export const logLevel = () => logLevels.safeParse(process.env.LOG_LEVEL?.trim()).data ?? "info";

/** True only under `next dev`. */
export const inDevelopment = process.env.NODE_ENV === "development";

/** False in tests and under `next dev`, where mistakes in our own code should throw. */
export const inProduction = process.env.NODE_ENV === "production";

/** True on Vercel, whose edge sets the client's address. */
export const isOnVercel = () => process.env.VERCEL === "1";

/** True if live connections are on. Off by default on Vercel, where open connections cost money. */
export const isLive = () => (env().LIVE ?? (isOnVercel() ? "off" : "on")) === "on";

/** Headers of every response. On https, HSTS forbids browsers to use http. */
export function transportHeaders(): Record<string, string> {
  const isSecure = env().APP_URL.startsWith("https:");
  return isSecure ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {};
}
