// What `npm start` fills in where nothing is set, part by part. Nobody else stands in for anything.
import { createECDH, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Secrets made once for this checkout, kept in a file that only its owner reads. */
export function makeSecrets(dataFolder) {
  const file = path.join(dataFolder, "secrets.json");
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const secrets = { ...newSecrets(), ...kept };
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  chmodSync(file, 0o600);
  return secrets;
}

/** What has to be made and is nobody's to give, each time anew. */
export function newSecrets() {
  const secret = () => randomBytes(32).toString("base64url");
  return {
    NEXTAUTH_SECRET: secret(),
    CRON_SECRET: secret(),
    METRICS_TOKEN: secret(),
    ENCRYPTION_KEY: secret(),
    ...makeVapidKeys(),
  };
}

/** The pair of keys that Web Push's senders prove themselves by. */
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

/** Whether the sandbox stands in for a part: none of what names the real one is set. */
export const standsInFor = {
  reddit: (settings) => !settings.REDDIT_CLIENT_ID && !settings.REDDIT_CLIENT_SECRET,
  hackernews: (settings) => !settings.HACKERNEWS_API_URL,
  lobsters: (settings) => !settings.LOBSTERS_URL,
  bluesky: (settings) => !settings.BLUESKY_STREAM_URLS && !settings.BLUESKY_API_URL,
  resend: (settings) => !settings.RESEND_API_KEY && !settings.SMTP_URL,
  stripe: (settings) => !settings.STRIPE_SECRET_KEY,
  upstash: (settings) => !settings.UPSTASH_REDIS_REST_URL,
  push: (settings) => !settings.VAPID_PUBLIC_KEY && !settings.VAPID_PRIVATE_KEY,
};

/** What the real world needs beside what is set: nothing is sold where nobody is set to sell it. */
export function realDefaults(settings) {
  return standsInFor.stripe(settings) ? { BILLING: "off" } : {};
}

/** The sandbox's mailbox, where no provider is set. */
export function mailboxSettings(settings, sandboxUrl) {
  return (
    standsInFor.resend(settings) && {
      RESEND_API_KEY: "re_sandbox",
      RESEND_BASE_URL: `${sandboxUrl}/resend`,
      RESEND_WEBHOOK_SECRET: "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==",
    }
  );
}

/** The pages of the sandbox by what one does there. */
export function sandboxPages(sandboxUrl) {
  return [
    ["Write on Reddit", `${sandboxUrl}/reddit/write`],
    ["Write on Hacker News", `${sandboxUrl}/hackernews/write`],
    ["Write on Lobsters", `${sandboxUrl}/lobsters/write`],
    ["Write on Bluesky", `${sandboxUrl}/bluesky/write`],
    ["Write in forums", `${sandboxUrl}/discourse/write`],
    ["Write in feeds", `${sandboxUrl}/feeds/write`],
    ["Stripe", `${sandboxUrl}/stripe`],
    ["Web Push", `${sandboxUrl}/push`],
    ["Receivers", `${sandboxUrl}/receivers`],
  ];
}

/** The sandbox's addresses and keys, for the parts that nothing real is set for. */
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
  const bluesky = standsInFor.bluesky(settings) && {
    BLUESKY_STREAM_URLS: streamsOf(sandboxUrl),
    BLUESKY_API_URL: `${sandboxUrl}/bluesky`,
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
  return {
    ...{ ...reddit, ...hackernews, ...lobsters, ...bluesky },
    ...mailboxSettings(settings, sandboxUrl),
    ...{ ...stripe, ...upstash },
  };
}

/** The sandbox's two hosts of Bluesky's stream. */
export function streamsOf(sandboxUrl) {
  const socketUrl = sandboxUrl.replace(/^http/, "ws");
  const path = "xrpc/network.bsky.jetstream.subscribeEvents";
  return ["bluesky", "bluesky2"].map((host) => `${socketUrl}/${host}/${path}`).join(",");
}

/** The sandbox's receivers, which speak like each vendor, all at one host. */
export function vendorsAt(host) {
  return ["slack", "discord", "teams"].map((vendor) => `${vendor}=${host}`).join(",");
}

/** What may be named of the sandbox by address, beside what is set. */
export function givenAddresses({ LOCAL_ADDRESSES, VENDOR_HOSTS }, hosts) {
  const listed = (...entries) => entries.filter(Boolean).join(",");
  return {
    LOCAL_ADDRESSES: listed(LOCAL_ADDRESSES, ...hosts),
    VENDOR_HOSTS: listed(VENDOR_HOSTS, vendorsAt(hosts[0])),
  };
}

/** The sandbox's push service beside those that real browsers subscribe at, and the certificate it proves itself by. */
export function pushSettings(settings, pushHost, dataFolder) {
  const example = readFileSync(fileURLToPath(new URL("../.env.example", import.meta.url)), "utf8");
  const [, usual = ""] = /^# PUSH_HOSTS=(.+)$/m.exec(example) ?? [];
  return {
    PUSH_HOSTS: `${settings.PUSH_HOSTS ?? usual},${pushHost}`,
    NODE_EXTRA_CA_CERTS: trusted(settings.NODE_EXTRA_CA_CERTS, dataFolder),
  };
}

/** The sandbox's certificate; where others are trusted already, a file with both. */
function trusted(others, dataFolder) {
  const own = path.join(dataFolder, "push-certificate.pem");
  if (!others || others === own || !existsSync(others)) return own;
  const both = path.join(dataFolder, "certificates.pem");
  writeFileSync(both, `${readFileSync(others, "utf8").trimEnd()}\n${readFileSync(own, "utf8")}`);
  return both;
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
