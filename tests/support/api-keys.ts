import { keyDraft } from "@/contract/api-key";
import { createKey } from "@/server/accounts/keys";
import { authenticate } from "@/server/accounts/sessions";
import { testSettings } from "./settings";

/** Creates an API key for a session's account without sending an email. */
export async function makeKey(session: string, draft: object = {}) {
  const now = new Date();
  const request = new Request(testSettings.APP_URL, { headers: { authorization: session } });
  const wanted = keyDraft.parse({ label: "A program", ...draft });
  const { key, secret } = await createKey(await authenticate(request, now), wanted, {
    now,
    after: () => undefined,
  });
  return { id: key._id, bearer: `Bearer ${secret}` };
}
