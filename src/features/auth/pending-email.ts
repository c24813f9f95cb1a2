const name = "pendingVerificationEmail";

/** The email address awaiting verification, stored in this browser. */
export const pendingEmail = {
  read: () => localStorage.getItem(name),
  write: (email: string) => localStorage.setItem(name, email),
};
