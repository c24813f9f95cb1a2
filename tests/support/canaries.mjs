// Recognizable fake values for Earshot's secrets.
export const canaries = {
  NEXTAUTH_SECRET: "canary-nextauth-4f1c9b7e2a6d8035-canary",
  CRON_SECRET: "canary-cron-93b1e7d05c2f",
  ENCRYPTION_KEY: "canary-encryption-5b8e1f7c0a9d4362-canary-k",
  METRICS_TOKEN: "canary-metrics-2d7a4f8c6e10",
  REDDIT_CLIENT_SECRET: "canary-reddit-58e0c3a9b7d1",
  RESEND_API_KEY: "re_canary-resend-6b2f9d4c8a13",
  RESEND_WEBHOOK_SECRET: `whsec_${Buffer.from("canary-resend-hook-71ce").toString("base64")}`,
  STRIPE_SECRET_KEY: "sk_test_canary_stripe_0d8b5e2f7a94",
  STRIPE_WEBHOOK_SECRET: "whsec_canary-stripe-hook-e47a1c9d",
  UPSTASH_REDIS_REST_TOKEN: "canary-upstash-a35d0f7b8e26",
  VAPID_PUBLIC_KEY: "BDCus10O99g-_3Hbq4EVzZg0R3R41mW4O-ZHYcaSSM7QmavX7PSnwMNFmQKgvQCDg7P8kDwn-0oT_i20yeGGHlE",
  VAPID_PRIVATE_KEY: "_Mf0tV2o30xIdz3wdaPPMHoZRHEBxyRteN1wtFOmdS4",
};

/** The database password, as in DATABASE_URL. */
export const databaseCanary = "canary-database-c81f6e3b9d42";

/** Values that must not leak: all except the public VAPID key. */
export const secretCanaries = [
  databaseCanary,
  ...Object.entries(canaries)
    .filter(([name]) => name !== "VAPID_PUBLIC_KEY")
    .map(([, value]) => value),
];
