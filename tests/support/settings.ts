/** What every test that reads the settings has; the addresses lead nowhere until a test starts a sandbox. */
export const testSettings = {
  APP_URL: "http://localhost:3000",
  NEXTAUTH_SECRET: "test-secret-test-secret-test-secret-test",
  CRON_SECRET: "test-cron-secret-test",
  REDDIT_CLIENT_ID: "sandbox-client",
  REDDIT_CLIENT_SECRET: "sandbox-secret",
  REDDIT_USER_AGENT: "node:earshot:test (by /u/sandbox)",
  REDDIT_AUTH_URL: "http://127.0.0.1:9/reddit",
  REDDIT_API_URL: "http://127.0.0.1:9/reddit",
  RESEND_API_KEY: "re_sandbox",
  RESEND_BASE_URL: "http://127.0.0.1:9/resend",
  RESEND_WEBHOOK_SECRET: "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldA==",
  EMAIL_FROM: "Earshot <alerts@earshot.example>",
  OPERATOR_NAME: "Earshot test operator",
  OPERATOR_ADDRESS: "1 Test Street, Toronto",
  SUPPORT_EMAIL: "support@earshot.example",
} as const;
