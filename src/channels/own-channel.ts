/** The channel whose address is the account's own: every account has it, and it takes the account's mails. */
export const ownChannel = "email";
