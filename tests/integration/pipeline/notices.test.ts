import { afterAll, beforeAll, expect, test } from "vitest";
import { deliverDue } from "@/server/delivery/deliver";
import { makeKey } from "../../support/api-keys";
import { startMailProvider } from "../../support/mail-provider";
import { signedIn } from "../../support/signed-in";

let provider: Awaited<ReturnType<typeof startMailProvider>>;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());

test("sends the notice about a new API key, which has no expiring link", async () => {
  const { user, bearer } = await signedIn();
  await makeKey(bearer, { label: "n8n" });
  const now = new Date();
  await deliverDue(
    () => now,
    () => new Date(now.getTime() + 60_000),
  );
  const subjects = provider.mails.filter(({ to }) => to === user.email).map(({ subject }) => subject);
  expect(subjects).toEqual([expect.stringMatching(/API key/)]);
});
