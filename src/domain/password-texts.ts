/** What a new password has to be, said before it is refused. */
export const passwordHint =
  "At least 8 characters, with an uppercase letter, a lowercase letter and a number.";
