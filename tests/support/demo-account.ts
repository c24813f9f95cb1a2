import { expect } from "vitest";

/** The demo account's token. */
export async function signIn(appUrl: string): Promise<string> {
  const answer = await fetch(`${appUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "demo@earshot.example", password: "Listen-2026" }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { token: string }).token;
}

/** What its notifications are of. */
export async function titlesOf(appUrl: string, token: string): Promise<string[]> {
  const answer = await fetch(`${appUrl}/api/notifications?status=all&limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const notifications = (await answer.json()) as { redditPost: { title: string } }[];
  return notifications.map(({ redditPost }) => redditPost.title);
}

/** The HTML of every mail in the sandbox. */
export async function mailsOf(sandboxUrl: string): Promise<string[]> {
  const mails = (await (await fetch(`${sandboxUrl}/mailbox.json`)).json()) as { html: string }[];
  return mails.map(({ html }) => html);
}
