// What `npm start` fills in where nothing is set, part by part. Nobody else stands in for anything.
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Secrets made once for this checkout, kept in a file that only its owner reads. */
export function makeSecrets(dataFolder) {
  const file = path.join(dataFolder, "secrets.json");
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const secrets = {
    NEXTAUTH_SECRET: randomBytes(32).toString("base64url"),
    CRON_SECRET: randomBytes(32).toString("base64url"),
    METRICS_TOKEN: randomBytes(32).toString("base64url"),
    ...kept,
  };
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  chmodSync(file, 0o600);
  return secrets;
}

/** Whether the sandbox stands in for a part: none of what names the real one is set. */
export const standsInFor = {
  reddit: (settings) => !settings.REDDIT_CLIENT_ID && !settings.REDDIT_CLIENT_SECRET,
  resend: (settings) => !settings.RESEND_API_KEY,
  stripe: (settings) => !settings.STRIPE_SECRET_KEY,
  upstash: (settings) => !settings.UPSTASH_REDIS_REST_URL,
};

/** The sandbox's addresses and keys, for the parts that nothing real is set for. */
export function sandboxSettings(settings, sandboxUrl) {
  const reddit = standsInFor.reddit(settings) && {
    REDDIT_CLIENT_ID: "sandbox-client",
    REDDIT_CLIENT_SECRET: "sandbox-secret",
    REDDIT_AUTH_URL: `${sandboxUrl}/reddit`,
    REDDIT_API_URL: `${sandboxUrl}/reddit`,
  };
  const resend = standsInFor.resend(settings) && {
    RESEND_API_KEY: "re_sandbox",
    RESEND_BASE_URL: `${sandboxUrl}/resend`,
    RESEND_WEBHOOK_SECRET: "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==",
  };
  const stripe = standsInFor.stripe(settings) && {
    STRIPE_SECRET_KEY: "sk_test_sandbox",
    STRIPE_WEBHOOK_SECRET: "whsec_sandbox-stripe",
    STRIPE_PRICE_MONTHLY: "price_monthly",
    STRIPE_PRICE_YEARLY: "price_yearly",
    STRIPE_API_URL: `${sandboxUrl}/stripe`,
  };
  const upstash = standsInFor.upstash(settings) && {
    UPSTASH_REDIS_REST_URL: `${sandboxUrl}/upstash`,
    UPSTASH_REDIS_REST_TOKEN: "sandbox-upstash-token",
  };
  return { ...reddit, ...resend, ...stripe, ...upstash };
}

/** What has no stand-in but needs a value to start with. */
export function localDefaults(port) {
  return {
    APP_URL: `http://localhost:${port}`,
    REDDIT_USER_AGENT: "node:earshot:0.1.0 (a local copy)",
    EMAIL_FROM: "Earshot <alerts@earshot.example>",
    OPERATOR_NAME: "A local copy of Earshot",
    OPERATOR_ADDRESS: "This machine",
    SUPPORT_EMAIL: "support@earshot.example",
    SCHEDULER: "on",
  };
}
