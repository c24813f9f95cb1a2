import { createSession } from "../../prisma/factories";
import * as decline from "@/app/api/auth/decline/[token]/route";
import * as feeds from "@/app/api/feeds/[secret]/route";
import * as feed from "@/app/api/users/feed/route";
import type { AccessName } from "@/server/accounts/accesses";
import { pool, prisma } from "@/server/platform/database";
import { readKnownBrowser } from "@/server/accounts/known-browser";
import { newId } from "@/server/platform/ids";
import type { TokenKind } from "@/generated/prisma/enums";
import { findMailedToken } from "@/server/accounts/account-mails";
import { accountToken, emailToken, tokenHash } from "@/server/platform/tokens";
import { insertPendingChat, lockCoded } from "@/server/delivery/statements/chats";
import { unsubscribe } from "@/server/delivery/unsubscribe";
import { signIn, whoAmI } from "./accounts";
import { createBrowser } from "./browsers";
import { makeKey } from "./api-keys";
import { call } from "./request";
import { createDestination } from "./given-destinations";
import { testSettings } from "./settings";

/** Returns true while a credential still grants access. */
export type Probe = () => Promise<boolean>;

interface Person {
  id: string;
  email: string;
}

/** Creates the access of one device: a session, a push subscription and a device cookie for sign-in. */
export async function addDevice(user: Person) {
  const { session, bearer } = await createSession(user);
  const endpoint = `https://push.example/${session.id}`;
  const id = await createBrowser(user.id, {
    endpoint,
    keys: { p256dh: "p", auth: "a" },
    sessionId: session.id,
  });
  const known = knownBy((await signIn(user.email)).headers);
  return {
    bearer,
    sessions: async () => (await whoAmI(bearer)).status === 200,
    pushBrowsers: async () => (await prisma().destination.count({ where: { id } })) === 1,
    knownBrowsers: () => known(user.id),
  };
}

/**
 * Returns a check whether sign-in still recognizes a response's device cookie, given the user's current email
 * address and password.
 */
export function knownBy(headers: Headers): (userId: string) => Promise<boolean> {
  const cookie = headers
    .getSetCookie()
    .find((one) => one.includes("earshot-device-"))!
    .split(";")[0]!;
  return async (userId) => {
    const user = await prisma().user.findUnique({ where: { id: userId } });
    const request = new Request(testSettings.APP_URL, { headers: { cookie } });
    return user !== null && readKnownBrowser(request, user.email, user.passwordHash) !== null;
  };
}

/** Creates every kind of access in the inventory, for one device. */
export async function createAllAccess(user: Person) {
  const { bearer, ...device } = await addDevice(user);
  const opened = await call<{ url: string }>(feed.POST, "POST", "/api/users/feed", { bearer });
  const { bearer: keyBearer } = await makeKey(bearer);
  const secret = opened.body.url.split("/").at(-1)!;
  const probes: Record<AccessName, Probe> = {
    ...device,
    feed: async () => {
      const request = new Request(opened.body.url);
      return (await feeds.GET(request, { params: Promise.resolve({ secret }) })).status === 200;
    },
    apiKeys: async () => (await whoAmI(keyBearer)).status === 200,
    verifyLinks: await mailed(user, "verify"),
    resetLinks: await mailed(user, "reset"),
    addressLinks: await mailed(user, "email"),
    notices: await mailed(user, "notice"),
    declineLinks: async () => {
      const token = accountToken("decline", user.id);
      const request = new Request(`${testSettings.APP_URL}/api/auth/decline/${token}`);
      const page = await decline.GET(request, { params: Promise.resolve({ token }) });
      return (await page.text()).includes("<form");
    },
    receivers: await receiver(user),
    chatLinks: await chatLink(user),
    unsubscribeLinks: () => unsubscribe(accountToken("unsubscribe", user.id), new Date()),
  };
  return { bearer, probes };
}

/** Creates a webhook and returns a check whether it still receives messages. */
async function receiver({ id: userId }: Person): Promise<Probe> {
  const id = await createDestination(userId, {
    channel: "webhook",
    address: `https://hooks.example/${userId}`,
  });
  return async () => (await prisma().destination.count({ where: { id, offAt: null } })) === 1;
}

/** Creates a link that connects a Telegram chat, and returns a check whether it still works. */
async function chatLink({ id: userId }: Person): Promise<Probe> {
  const codeHash = tokenHash(`the code of ${userId} ${newId()}`);
  const codeUntil = new Date(Date.now() + 600_000);
  await insertPendingChat({ id: newId(), userId, label: "", codeHash, codeUntil }, new Date());
  return async () => (await lockCoded(pool(), codeHash)) !== null;
}

/** Creates an email token issued two hours ago, so it doesn't count towards the hourly limit. */
async function mailed({ id: userId, email }: Person, kind: TokenKind): Promise<Probe> {
  const id = newId();
  const token = emailToken(id);
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
  const data = {
    id,
    userId,
    kind,
    tokenHash: tokenHash(token),
    email,
    createdAt: hours(-2),
    expiresAt: hours(1),
  };
  await prisma().emailToken.create({ data });
  return async () => (await findMailedToken(token, new Date())) !== null;
}
