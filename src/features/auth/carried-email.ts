const name = "carriedEmail";

/** The email address last typed in this tab before signing in, used to prefill the next form. */
export const carriedEmail = {
  read: () => sessionStorage.getItem(name) ?? "",
  write: (email: string) => sessionStorage.setItem(name, email),
  clear: () => sessionStorage.removeItem(name),
};
