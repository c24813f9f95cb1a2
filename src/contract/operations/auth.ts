import { refusalDays } from "@/domain/plans/retention";
import {
  emailOnly,
  login,
  logoutRequest,
  messageResponse,
  passwordReset,
  refreshRequest,
  registerResponse,
  registration,
  tokensResponse,
} from "../auth";
import { withLines, type Drafts } from "./operation";

const setsCookie = { "Set-Cookie": "The session cookie, for browsers." };

const unknownLink = { 404: { text: "A page saying the link isn't valid.", media: "text/html" } };

const declineRefusals = {
  ...unknownLink,
  409: { text: "A page saying the address is verified.", media: "text/html" },
};

export const authOperations = withLines({
  register: {
    kind: "open",
    summary: "Create an account and send a verification email",
    body: registration,
    status: 201,
    response: registerResponse,
    headers: { "Set-Cookie": "The session cookie, if no verification is required." },
    errors: ["REGISTRATION_CLOSED", "EMAIL_TAKEN"],
    limit: "auth",
  },
  login: {
    kind: "open",
    summary: "Sign in and get an access token (1 hour) and a refresh token",
    body: login,
    response: tokensResponse,
    headers: setsCookie,
    errors: ["INVALID_CREDENTIALS", "EMAIL_NOT_VERIFIED"],
    limit: "auth",
  },
  refresh: {
    kind: "open",
    summary: "Refresh the tokens, using the refresh token or a same-origin session cookie",
    body: refreshRequest,
    response: tokensResponse,
    headers: setsCookie,
    errors: ["UNAUTHORIZED"],
    proofs: ["sessionCookie"],
  },
  logout: {
    kind: "open",
    summary: "Sign out the session identified by the bearer token, refresh token or cookie",
    body: logoutRequest,
    headers: { "Set-Cookie": "Clears the session cookie." },
    proofs: ["bearer", "sessionCookie"],
  },
  leaveEndedSession: {
    method: "GET",
    path: "/api/auth/ended",
    kind: "open",
    summary: "Redirect a browser with an expired session to the sign-in screen and clear its cookie",
    status: 303,
    headers: { Location: "/login", "Set-Cookie": "Clears the session cookie if the session has ended." },
    proofs: ["sessionCookie"],
  },
  resendVerification: {
    kind: "open",
    summary: "Resend the verification email; the response is the same for every address",
    body: emailOnly,
    response: messageResponse,
    limit: "links",
  },
  verifyEmail: {
    kind: "open",
    summary: "Verify an email address with the token from the link",
    response: messageResponse,
    others: {
      303: {
        text: "Browsers are redirected to a page that shows the result.",
        headers: { Location: "/verify-success with email and message." },
      },
    },
    errors: ["INVALID_TOKEN"],
    limit: "links",
  },
  showDecline: {
    method: "GET",
    path: "/api/auth/decline/{token}",
    kind: "open",
    summary: "Page for deleting an account that someone else registered with your address",
    media: "text/html",
    others: declineRefusals,
  },
  decline: {
    method: "POST",
    path: "/api/auth/decline/{token}",
    kind: "open",
    summary: "Delete an unverified account with the token from its verification email",
    takesForm: true,
    media: "text/html",
    others: declineRefusals,
  },
  showNoEmail: {
    method: "GET",
    path: "/api/auth/no-email/{token}",
    kind: "open",
    summary: "A page with a button that stops email to an unconfirmed address",
    media: "text/html",
    others: unknownLink,
  },
  refuseEmail: {
    method: "POST",
    path: "/api/auth/no-email/{token}",
    kind: "open",
    summary: `Stop email to an unconfirmed address for ${refusalDays} days, with an email's token`,
    takesForm: true,
    media: "text/html",
    others: unknownLink,
  },
  forgotPassword: {
    kind: "open",
    summary: "Send a password reset email; the response is the same for every address",
    body: emailOnly,
    response: messageResponse,
    limit: "links",
  },
  resetPassword: {
    kind: "open",
    summary:
      "Set a new password with the token from the email. Ends all sessions and push subscriptions, revokes API keys, disables the feed URL and turns off destinations other than email. Invited users also set their name",
    body: passwordReset,
    response: messageResponse,
    headers: { "Set-Cookie": "Marks this browser as known for later sign-ins." },
    errors: ["INVALID_TOKEN"],
    limit: "links",
  },
} as const satisfies Drafts);
