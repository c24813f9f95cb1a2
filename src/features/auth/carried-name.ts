const name = "carriedName";

/** The name last used to register in this tab, used to prefill the form if the email address was wrong. */
export const carriedName = {
  read: (): { firstName?: string; lastName?: string } => {
    try {
      return JSON.parse(sessionStorage.getItem(name) ?? "{}") as { firstName?: string; lastName?: string };
    } catch {
      return {};
    }
  },
  write: (one: { firstName: string; lastName: string }) => sessionStorage.setItem(name, JSON.stringify(one)),
  clear: () => sessionStorage.removeItem(name),
};
