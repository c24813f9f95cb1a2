/** The password rules, shown before a password is rejected and ticked off while it is typed. */
export const passwordRules: readonly { text: string; isMet: (password: string) => boolean }[] = [
  { text: "At least 8 characters", isMet: (password) => password.length >= 8 },
  { text: "An uppercase letter", isMet: (password) => /\p{Lu}/u.test(password) },
  { text: "A lowercase letter", isMet: (password) => /\p{Ll}/u.test(password) },
  { text: "A number", isMet: (password) => /\d/.test(password) },
];
