import { expect } from "vitest";
import { explainResponse } from "@/contract/preview";

/** Returns the demo account's token. */
export async function signIn(appUrl: string): Promise<string> {
  const response = await fetch(`${appUrl}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "demo@earshot.example", password: "Listen-2026" }),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

interface Post {
  title: string;
  url: string;
}

async function postsOf(appUrl: string, token: string): Promise<Post[]> {
  const response = await fetch(`${appUrl}/api/notifications?status=all&limit=100`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const notifications = (await response.json()) as { redditPost: Post }[];
  return notifications.map(({ redditPost }) => redditPost);
}

/** The titles of its notifications' posts. */
export async function getTitles(appUrl: string, token: string): Promise<string[]> {
  return (await postsOf(appUrl, token)).map(({ title }) => title);
}

/** The URL of a notification's post, or undefined if there is no such notification yet. */
export async function getUrl(appUrl: string, token: string, title: string): Promise<string | undefined> {
  return (await postsOf(appUrl, token)).find((post) => post.title === title)?.url;
}

/** The pending or sent email for the post at this URL. */
export async function getMail(appUrl: string, token: string, url: string) {
  const response = await fetch(`${appUrl}/api/keywords/explain`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ url }),
  });
  const { explanations } = explainResponse.parse(await response.json());
  return explanations.find(({ message }) => message !== null)?.message;
}

/** The HTML of every email in the sandbox. */
export async function getMails(sandboxUrl: string): Promise<string[]> {
  const mails = (await (await fetch(`${sandboxUrl}/mailbox.json`)).json()) as { html: string }[];
  return mails.map(({ html }) => html);
}
