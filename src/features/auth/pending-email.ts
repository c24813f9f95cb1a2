const name = "pendingVerificationEmail";

/** The address that still waits for its verification, kept in this browser. */
export const pendingEmail = {
  read: () => localStorage.getItem(name),
  write: (email: string) => localStorage.setItem(name, email),
};
