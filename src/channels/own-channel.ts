/** The channel that uses the account's own address. Every account has it, and it receives account emails. */
export const ownChannel = "email";
