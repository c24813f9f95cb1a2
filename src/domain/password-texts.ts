/** The password rules, shown before a password is rejected. */
export const passwordHint =
  "At least 8 characters, with an uppercase letter, a lowercase letter and a number.";
