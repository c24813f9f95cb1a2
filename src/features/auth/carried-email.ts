const name = "carriedEmail";

/** The address that was last typed in this tab before signing in, so that nobody types it again on the next form. */
export const carriedEmail = {
  read: () => sessionStorage.getItem(name) ?? "",
  write: (email: string) => sessionStorage.setItem(name, email),
  clear: () => sessionStorage.removeItem(name),
};
