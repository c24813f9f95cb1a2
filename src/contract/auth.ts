import { canonicalEmail } from "@/domain/text/email-address";
import { AppError } from "./errors";
import { userView } from "./user";
import { exampleText } from "./entity";
import * as z from "./zod";

const invalidEmail = "Please enter a valid email";

/** Parses to the canonical form that is stored and compared: see `canonicalEmail`. */
export const emailAddress = z
  .string({ error: "Email is required" })
  .trim()
  .min(1, { error: "Email is required", abort: true })
  .max(254, { error: invalidEmail, abort: true })
  .refine((email) => canonicalEmail(email) !== null, { error: invalidEmail, abort: true })
  .overwrite((email) => canonicalEmail(email) ?? email)
  .meta({ format: "idn-email" });

/** Line breaks, other control characters, and bidirectional marks. */
const notOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export const personName = (label: string) =>
  z
    .string({ error: `${label} is required` })
    .trim()
    .min(1, { error: `${label} is required`, abort: true })
    .max(50, { error: `${label} must be at most 50 characters`, abort: true })
    .refine((name) => !notOneLine.test(name), `${label} must not contain line breaks or control characters`);

export const newPassword = z
  .string({ error: "Password is required" })
  .min(1, { error: "Password is required", abort: true })
  .min(8, { error: "Password must be at least 8 characters", abort: true })
  .max(128, { error: "Password must be at most 128 characters", abort: true })
  .regex(
    /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d)/su,
    "Password must contain at least one uppercase letter, one lowercase letter, and one number",
  );

export const registration = z
  .object({
    email: emailAddress,
    password: newPassword,
    firstName: personName("First name"),
    lastName: personName("Last name"),
    timeZone: z.string().optional(),
  })
  .meta({
    examples: [
      { email: "maya@tidewater.example", password: "Listen-2026", firstName: "Maya", lastName: "Okafor" },
    ],
  });
export type Registration = z.infer<typeof registration>;

/** A separate shape, because a form's own refinement only runs if all other fields are valid. */
const typedTwice = z
  .object({ password: z.string(), confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => !password || !confirmPassword || password === confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords must match",
  });
const confirmPassword = z.string().min(1, "Please confirm your password");

export const registrationForm = registration.extend({ confirmPassword }).and(typedTwice);

export const newPasswordForm = z.object({ password: newPassword, confirmPassword }).and(typedTwice);

export const invitedForm = registration.omit({ email: true }).extend({ confirmPassword }).and(typedTwice);

export const login = z
  .object({
    email: emailAddress,
    password: z
      .string({ error: "Password is required" })
      .refine((password) => password.trim() !== "", "Password is required"),
  })
  .meta({ examples: [{ email: "maya@tidewater.example", password: "Listen-2026" }] });
export type Login = z.infer<typeof login>;

export const refreshRequest = z
  .object({ refreshToken: z.string().max(500).optional() })
  .meta({ examples: [{ refreshToken: "$REFRESH_TOKEN" }] });
/** Signing out never fails: an invalid refresh token counts as absent. */
export const logoutRequest = z
  .object({ refreshToken: z.string().max(500).optional().catch(undefined) })
  .meta({ examples: [{ refreshToken: "$REFRESH_TOKEN" }] });
export const emailOnly = z
  .object({ email: emailAddress })
  .meta({ examples: [{ email: "maya@tidewater.example" }] });

/** A token from an email link. Malformed tokens get the same response as unknown ones. */
const mailedToken = z.string({ error: "The link is incomplete" }).max(500);

/** POST /api/auth/reset-password. The names are for invited accounts, which are created without names. */
export const passwordReset = registration
  .omit({ email: true })
  .partial({ firstName: true, lastName: true })
  .extend({ token: mailedToken })
  .meta({ examples: [{ token: "$TOKEN", password: "Listen-2027" }] });
export type PasswordReset = z.infer<typeof passwordReset>;

/** Response of login and refresh, and of registration without verification. */
export const tokensResponse = z.object({
  token: exampleText("eyJ…"),
  refreshToken: exampleText("esr_…"),
  user: userView,
});
export type TokensResponse = z.infer<typeof tokensResponse>;

/** Throws INTERNAL_ERROR if a token is missing. */
export function getTokens(response: unknown): TokensResponse {
  const parsed = tokensResponse.safeParse(response);
  if (!parsed.success) throw new AppError("INTERNAL_ERROR", "No authentication tokens received");
  return parsed.data;
}

export const registerResponse = z.object({
  requiresVerification: z.boolean(),
  token: z.string().optional(),
  refreshToken: z.string().optional(),
  user: userView,
});

/** Resend, verify, forgot, reset, and changes that need confirmation by email. */
export const messageResponse = z.object({
  message: exampleText("Your password has been changed. Please sign in."),
});

/** Messages that services return and screens compare. */
export const resendSucceeded = "Verification email sent successfully!";
export const verifySucceeded = "Email verified successfully";
export const verifyFailed = "Invalid verification link or verification failed";
export const forgotMessage = "If an account with this email exists, we've sent a link to reset its password.";
export const resetSucceeded = "Your password has been changed. Please sign in.";
export const invitedSucceeded = "Your account is ready. Please sign in.";
export const resetFailed = "This link is no longer valid. Please request a new one.";
