import { finishResponses } from "./after-responses";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import type { StartedSandbox } from "../../sandbox/server";
import * as archive from "@/app/api/notifications/archive/route";
import * as email from "@/app/api/users/email/route";
import * as feed from "@/app/api/users/feed/route";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as opened from "@/app/api/notifications/export/route";
import * as push from "@/app/api/push/subscriptions/route";
import * as resend from "@/app/api/auth/resend-verification/route";
import type { UndoableResponse } from "@/contract/pagination";
import { refusalUrl } from "@/server/delivery/recipients";
import { prisma } from "@/server/platform/database";
import { accountToken } from "@/server/platform/tokens";
import { mailedTokens } from "./accounts";
import { call } from "./request";
import { openCheckout, post, upgrade } from "./stripe-stage";

/** The user who sends the example requests. */
export interface Caller {
  user: { id: string; email: string };
  bearer: string;
  sandbox: StartedSandbox;
}
type Variables = Record<string, string>;

/** Creates the account with the address used in the examples, after deleting any earlier one. */
async function maya(fields: Parameters<typeof createUser>[0] = {}) {
  await noMaya();
  return createUser({ email: "maya@tidewater.example", ...fields });
}
const noMaya = () => prisma().user.deleteMany({ where: { email: "maya@tidewater.example" } });
const lastOf = (address: string) => new URL(address).pathname.split("/").at(-1)!;

function browserOf({ sandbox }: Caller): Variables {
  const { endpoint, keys } = sandbox.push.subscribe(null);
  return { ENDPOINT: endpoint, P256DH: keys.p256dh, AUTH: keys.auth };
}

async function openedFeed({ bearer }: Caller): Promise<Variables> {
  const { body } = await call<{ url: string }>(feed.POST, "POST", "/api/users/feed", { bearer });
  return { SECRET: lastOf(body.url) };
}

/** Starts an email change that waits for confirmation. */
async function changing({ bearer }: Caller): Promise<Variables> {
  const body = { currentPassword: "Listen-2026", email: "maya@lantern.example" };
  await call(email.PUT, "PUT", "/api/users/email", { bearer, body });
  return {};
}

async function muteToken({ user }: Caller): Promise<Variables> {
  await createWatch(user, { keyword: "tidewater" });
  const found = await prisma().userKeyword.findFirstOrThrow({ where: { userId: user.id } });
  return { TOKEN: accountToken("mute", found.id) };
}

const unsubscribeToken = ({ user }: Caller) => ({ TOKEN: accountToken("unsubscribe", user.id) });
const declineToken = async () => ({
  TOKEN: accountToken("decline", (await maya({ emailVerifiedAt: null })).id),
});

const refusalToken = () => ({ TOKEN: refusalUrl("maya@lantern.example").split("/").at(-1)! });

/** Creates a paying user. */
async function payer({ sandbox }: Caller) {
  const user = await createUser();
  const { bearer } = await createSession(user);
  const customer = { id: user.id, email: user.email, bearer };
  await upgrade(customer, sandbox.stripe);
  return customer;
}
const asPayer = async (caller: Caller) => ({ EARSHOT_TOKEN: getToken((await payer(caller)).bearer) });
/** Uses a separate port: the limiter store's port is internal, and requests to it are blocked. */
export const getReceiver = ({ placesPort, receivers }: StartedSandbox) =>
  `http://127.0.0.1:${placesPort}${receivers.make("webhook")}`;
export const getToken = (bearer: string) => bearer.replace("Bearer ", "");

/** Creates the data needed for an operation's example and returns the values of its variables. */
export const given: Record<string, (caller: Caller) => Promise<Variables> | Variables> = {
  downloadExport: async ({ bearer }) => {
    const body = { format: "csv" };
    const made = await call<{ url: string }>(opened.POST, "POST", "/api/notifications/export", {
      bearer,
      body,
    });
    return { TOKEN: lastOf(made.body.url) };
  },
  explainLink: ({ sandbox }) => {
    const fullname = sandbox.world.post({ subreddit: "webdev", title: "Is Tidewater down for you too?" });
    return { LINK: `https://www.reddit.com/r/webdev/comments/${fullname.slice("t3_".length)}/` };
  },
  createDestination: ({ sandbox }) => ({ ADDRESS: getReceiver(sandbox) }),
  undoChange: async ({ bearer }) => {
    const body = { all: true };
    const done = await call<UndoableResponse>(archive.POST, "POST", "/api/notifications/archive", {
      bearer,
      body,
    });
    return { TOKEN: done.body.undo.token };
  },
  endSession: async ({ user }) => ({ ID: (await createSession(user)).session.id }),
  resendEmailChange: changing,
  cancelEmailChange: changing,
  closeFeed: openedFeed,
  readFeed: openedFeed,
  showMute: muteToken,
  mute: muteToken,
  showUnsubscribe: unsubscribeToken,
  unsubscribe: unsubscribeToken,
  register: async () => (await noMaya(), {}),
  login: async () => (await maya(), {}),
  refresh: async ({ user }) => ({ REFRESH_TOKEN: (await createSession(user)).refreshToken }),
  logout: async ({ user }) => ({ REFRESH_TOKEN: (await createSession(user)).refreshToken }),
  resendVerification: async () => (await maya({ emailVerifiedAt: null }), {}),
  verifyEmail: async () => {
    const user = await maya({ emailVerifiedAt: null });
    const body = { email: user.email };
    await call(resend.POST, "POST", "/api/auth/resend-verification", { body });
    await finishResponses();
    return { TOKEN: (await mailedTokens(user.id, "verify")).at(-1)!.text };
  },
  showDecline: declineToken,
  decline: declineToken,
  showNoEmail: refusalToken,
  refuseEmail: refusalToken,
  forgotPassword: async () => (await maya(), {}),
  resetPassword: async () => {
    const user = await maya();
    const body = { email: user.email };
    await call(forgot.POST, "POST", "/api/auth/forgot-password", { body });
    await finishResponses();
    return { TOKEN: (await mailedTokens(user.id, "reset")).at(-1)!.text };
  },
  savePushSubscription: browserOf,
  deletePushSubscription: async (caller) => {
    const browser = browserOf(caller);
    const keys = { p256dh: browser.P256DH, auth: browser.AUTH };
    const body = { endpoint: browser.ENDPOINT, keys };
    await call(push.POST, "POST", "/api/push/subscriptions", { bearer: caller.bearer, body });
    return browser;
  },
  openCheckout: async () => ({
    EARSHOT_TOKEN: getToken((await createSession(await createUser())).bearer),
  }),
  syncCheckout: async ({ sandbox }) => {
    const user = await createUser();
    const { bearer } = await createSession(user);
    const session = await openCheckout({ id: user.id, email: user.email, bearer });
    sandbox.stripe.act("pay", { session });
    return { EARSHOT_TOKEN: getToken(bearer), SESSION_ID: session };
  },
  cancelSubscription: asPayer,
  reactivateSubscription: async (caller) => {
    const customer = await payer(caller);
    await post("cancel", customer);
    return { EARSHOT_TOKEN: getToken(customer.bearer) };
  },
  openBillingPortal: asPayer,
};
