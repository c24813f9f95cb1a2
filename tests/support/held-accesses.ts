import { createSession } from "../../prisma/factories";
import * as decline from "@/app/api/auth/decline/[token]/route";
import * as feeds from "@/app/api/feeds/[secret]/route";
import * as feed from "@/app/api/users/feed/route";
import type { AccessName } from "@/server/accounts/accesses";
import { prisma } from "@/server/platform/database";
import { readKnownBrowser } from "@/server/accounts/known-browser";
import { newId } from "@/server/platform/ids";
import type { TokenKind } from "@/generated/prisma/enums";
import { findMailedToken } from "@/server/accounts/account-mails";
import { accountToken, emailToken, tokenHash } from "@/server/platform/tokens";
import { unsubscribe } from "@/server/delivery/unsubscribe";
import { signIn, whoAmI } from "./accounts";
import { createBrowser } from "./browsers";
import { makeKey } from "./api-keys";
import { call } from "./call";
import { createDestination } from "./given-destinations";
import { testSettings } from "./settings";

/** Whether something that was handed out still opens anything. */
export type Probe = () => Promise<boolean>;

interface Person {
  id: string;
  email: string;
}

/** What one device of a user's can hold: its session, its browser's push, and that it is known at sign-in. */
export async function holdDevice(user: Person) {
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

/** Whether the device cookie of an answer is known at a user's sign-in, as address and password are by now. */
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

/** Everything of the inventory, in the hands of one device. */
export async function holdEverything(user: Person) {
  const { bearer, ...device } = await holdDevice(user);
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
    unsubscribeLinks: () => unsubscribe(accountToken("unsubscribe", user.id), new Date()),
  };
  return { bearer, probes };
}

/** A receiver at an address that was given: whether it is still told. */
async function receiver({ id: userId }: Person): Promise<Probe> {
  const id = await createDestination(userId, {
    channel: "webhook",
    address: `https://hooks.example/${userId}`,
  });
  return async () => (await prisma().destination.count({ where: { id, offAt: null } })) === 1;
}

/** A token as it was mailed two hours ago, so that it doesn't count for this hour. */
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
