// Default settings of `npm start`. There are no other stand-ins.
import { createECDH, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Creates the secrets of this checkout once and stores them in a file that only its owner can read. */
export function makeSecrets(dataFolder) {
  const file = path.join(dataFolder, "secrets.json");
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const secrets = { ...newSecrets(), ...stored };
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  chmodSync(file, 0o600);
  return secrets;
}

export function newSecrets() {
  const secret = () => randomBytes(32).toString("base64url");
  return {
    NEXTAUTH_SECRET: secret(),
    CRON_SECRET: secret(),
    METRICS_TOKEN: secret(),
    ENCRYPTION_KEY: secret(),
    RECEIPT_KEY: secret(),
    ...makeVapidKeys(),
  };
}

/** Generates the VAPID key pair that identifies Web Push senders. */
export function makeVapidKeys() {
  const ecdh = createECDH("prime256v1");
  const publicKey = ecdh.generateKeys();
  const privateKey = ecdh.getPrivateKey();
  const padded = Buffer.concat([Buffer.alloc(32 - privateKey.length), privateKey]);
  return {
    VAPID_PUBLIC_KEY: publicKey.toString("base64url"),
    VAPID_PRIVATE_KEY: padded.toString("base64url"),
  };
}

/** True for each service that the sandbox simulates, because its settings are missing. */
export const standsInFor = {
  reddit: (settings) => !settings.REDDIT_CLIENT_ID && !settings.REDDIT_CLIENT_SECRET,
  hackernews: (settings) => !settings.HACKERNEWS_API_URL,
  lobsters: (settings) => !settings.LOBSTERS_URL,
  news: (settings) => !settings.GDELT_URL,
  fediverse: (settings) => !settings.FEDIVERSE_STREAM_URL && !settings.FEDIVERSE_INSTANCES,
  bluesky: (settings) => !settings.BLUESKY_STREAM_URLS && !settings.BLUESKY_API_URL,
  github: (settings) => !settings.GITHUB_API_URL,
  stackexchange: (settings) => !settings.STACKEXCHANGE_API_URL && !settings.STACKEXCHANGE_KEY,
  resend: (settings) => !settings.RESEND_API_KEY && !settings.SMTP_URL,
  stripe: (settings) => !settings.STRIPE_SECRET_KEY,
  upstash: (settings) => !settings.UPSTASH_REDIS_REST_URL,
  telegram: (settings) => !settings.TELEGRAM_BOT_TOKEN,
  push: (settings) => !settings.VAPID_PUBLIC_KEY && !settings.VAPID_PRIVATE_KEY,
};

/** Defaults for `--real`: without Stripe settings, billing is off. */
export function realDefaults(settings) {
  return standsInFor.stripe(settings) ? { BILLING: "off" } : {};
}

/** Uses the sandbox's mailbox if no email provider is configured. */
export function mailboxSettings(settings, sandboxUrl) {
  return (
    standsInFor.resend(settings) && {
      RESEND_API_KEY: "re_sandbox",
      RESEND_BASE_URL: `${sandboxUrl}/resend`,
      RESEND_WEBHOOK_SECRET: "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==",
    }
  );
}

/** The sandbox's pages, by purpose. */
export function sandboxPages(sandboxUrl) {
  return [
    ["Write on Reddit", `${sandboxUrl}/reddit/write`],
    ["Write on Hacker News", `${sandboxUrl}/hackernews/write`],
    ["Write on Lobsters", `${sandboxUrl}/lobsters/write`],
    ["Write on Bluesky", `${sandboxUrl}/bluesky/write`],
    ["Write on GitHub", `${sandboxUrl}/github/write`],
    ["Write on Stack Exchange", `${sandboxUrl}/stackexchange/write`],
    ["Publish in News", `${sandboxUrl}/news/write`],
    ["Write in the Fediverse", `${sandboxUrl}/fediverse/write`],
    ["Write on Lemmy", `${sandboxUrl}/lemmy/write`],
    ["Write in forums", `${sandboxUrl}/discourse/write`],
    ["Write in feeds", `${sandboxUrl}/feeds/write`],
    ["Stripe", `${sandboxUrl}/stripe`],
    ["Web Push", `${sandboxUrl}/push`],
    ["Telegram", `${sandboxUrl}/telegram/`],
    ["Receivers", `${sandboxUrl}/receivers`],
  ];
}

/** The sandbox's URLs and keys for services that aren't configured. */
export function sandboxSettings(settings, sandboxUrl) {
  const reddit = standsInFor.reddit(settings) && {
    REDDIT_CLIENT_ID: "sandbox-client",
    REDDIT_CLIENT_SECRET: "sandbox-secret",
    REDDIT_AUTH_URL: `${sandboxUrl}/reddit`,
    REDDIT_API_URL: `${sandboxUrl}/reddit`,
  };
  const hackernews = standsInFor.hackernews(settings) && {
    HACKERNEWS_API_URL: `${sandboxUrl}/hackernews`,
  };
  const lobsters = standsInFor.lobsters(settings) && { LOBSTERS_URL: `${sandboxUrl}/lobsters` };
  const news = standsInFor.news(settings) && { GDELT_URL: `${sandboxUrl}/news` };
  const fediverse = standsInFor.fediverse(settings) && {
    FEDIVERSE_STREAM_URL: `${sandboxUrl}/fediverse/api/v1/streaming/public`,
    FEDIVERSE_INSTANCES: ["social.example", "tags.example"]
      .map((name) => `${name}=${sandboxUrl}/fediverse/${name}`)
      .join(","),
  };
  const bluesky = standsInFor.bluesky(settings) && {
    BLUESKY_STREAM_URLS: getStreams(sandboxUrl),
    BLUESKY_API_URL: `${sandboxUrl}/bluesky`,
  };
  const github = standsInFor.github(settings) && {
    GITHUB_API_URL: `${sandboxUrl}/github`,
    GITHUB_TOKEN: "sandbox-token",
  };
  const stackexchange = standsInFor.stackexchange(settings) && {
    STACKEXCHANGE_API_URL: `${sandboxUrl}/stackexchange`,
    STACKEXCHANGE_KEY: "sandbox-key",
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
  const telegram = standsInFor.telegram(settings) && {
    TELEGRAM_BOT_TOKEN: "123456:sandbox-telegram-bot-token",
    TELEGRAM_API_URL: `${sandboxUrl}/telegram`,
    TELEGRAM_LINK_URL: `${sandboxUrl}/telegram`,
  };
  return {
    ...{ ...reddit, ...hackernews, ...lobsters, ...bluesky, ...github, ...stackexchange },
    ...{ ...news, ...fediverse },
    ...mailboxSettings(settings, sandboxUrl),
    ...{ ...stripe, ...upstash, ...telegram },
  };
}

/** The sandbox's two Jetstream hosts. */
export function getStreams(sandboxUrl) {
  const socketUrl = sandboxUrl.replace(/^http/, "ws");
  const path = "xrpc/network.bsky.jetstream.subscribeEvents";
  return ["bluesky", "bluesky2"].map((host) => `${socketUrl}/${host}/${path}`).join(",");
}

/** The sandbox's receivers imitate all vendors on one host. */
export function vendorsAt(host) {
  return ["slack", "discord", "teams"].map((vendor) => `${vendor}=${host}`).join(",");
}

/** Hosts of the sandbox's feeds, forums and instances. */
export function placeHosts({ places, forum, lemmy }) {
  const both = [forum, lemmy].flatMap((port) => [`127.0.0.1:${port}`, `localhost:${port}`]);
  return [`127.0.0.1:${places}`, ...both];
}

/** Allows the sandbox's addresses in addition to the configured ones. */
export function givenAddresses({ LOCAL_ADDRESSES, VENDOR_HOSTS }, hosts) {
  const listed = (...entries) => entries.filter(Boolean).join(",");
  return {
    LOCAL_ADDRESSES: listed(LOCAL_ADDRESSES, ...hosts),
    VENDOR_HOSTS: listed(VENDOR_HOSTS, vendorsAt(hosts[0])),
  };
}

/** Allows the sandbox's push service in addition to the real ones, and trusts its certificate. */
export function pushSettings(settings, pushHost, dataFolder) {
  const example = readFileSync(fileURLToPath(new URL("../.env.example", import.meta.url)), "utf8");
  const [, usual = ""] = /^# PUSH_HOSTS=(.+)$/m.exec(example) ?? [];
  return {
    PUSH_HOSTS: `${settings.PUSH_HOSTS ?? usual},${pushHost}`,
    NODE_EXTRA_CA_CERTS: trusted(settings.NODE_EXTRA_CA_CERTS, dataFolder),
  };
}

/** Returns the sandbox's certificate file or, if other certificates are configured, a file with both. */
function trusted(others, dataFolder) {
  const own = path.join(dataFolder, "push-certificate.pem");
  if (!others || others === own || !existsSync(others)) return own;
  const both = path.join(dataFolder, "certificates.pem");
  writeFileSync(both, `${readFileSync(others, "utf8").trimEnd()}\n${readFileSync(own, "utf8")}`);
  return both;
}

/** Defaults for required settings that the sandbox doesn't provide. */
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
