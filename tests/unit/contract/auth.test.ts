import { expect, test } from "vitest";
import { login, registrationForm, getTokens } from "@/contract/auth";
import { validationError } from "@/contract/errors";

const good = {
  firstName: "Maya",
  lastName: "Okafor",
  email: "maya@earshot.example",
  password: "Listen-2026",
  confirmPassword: "Listen-2026",
};

// Section 5 of the specification: an invalid field and its message.
test.each<[Partial<typeof good>, Record<string, string[]>]>([
  [{}, {}],
  [{ firstName: " " }, { firstName: ["First name is required"] }],
  [{ lastName: "" }, { lastName: ["Last name is required"] }],
  [{ firstName: "Ma\nya" }, { firstName: ["First name must not contain line breaks or control characters"] }],
  [{ email: "" }, { email: ["Email is required"] }],
  [{ email: "maya" }, { email: ["Please enter a valid email"] }],
  [{ password: "", confirmPassword: "x" }, { password: ["Password is required"] }],
  [
    { password: "listening1", confirmPassword: "x" },
    {
      password: ["Password must contain at least one uppercase letter, one lowercase letter, and one number"],
      confirmPassword: ["Passwords must match"],
    },
  ],
  [{ password: "Ab1", confirmPassword: "Ab1" }, { password: ["Password must be at least 8 characters"] }],
  ...["listening1", "LISTENING1", "Listening"].map(
    (password): [Partial<typeof good>, Record<string, string[]>] => [
      { password, confirmPassword: password },
      {
        password: [
          "Password must contain at least one uppercase letter, one lowercase letter, and one number",
        ],
      },
    ],
  ),
  [{ confirmPassword: "Listen-2027" }, { confirmPassword: ["Passwords must match"] }],
  [{ confirmPassword: "" }, { confirmPassword: ["Please confirm your password"] }],
])("validates a registration form with %j", (change, errors) => {
  const parsed = registrationForm.safeParse({ ...good, ...change });
  expect(parsed.success ? {} : validationError(parsed.error).details.errors).toEqual(errors);
});

test("reports both fields for an empty login", () => {
  const parsed = login.safeParse({});
  expect(parsed.success || validationError(parsed.error).details.errors).toEqual({
    email: ["Email is required"],
    password: ["Password is required"],
  });
});

test("trims email addresses and converts them to lower case", () => {
  expect(login.parse({ email: " Maya@Earshot.EXAMPLE\n", password: " x " })).toEqual({
    email: "maya@earshot.example",
    password: " x ",
  });
});

test("uses the specified message for a sign-in response without tokens", () => {
  for (const response of [undefined, {}, { token: "t" }, { refreshToken: "r" }]) {
    expect(() => getTokens(response)).toThrow("No authentication tokens received");
  }
});
