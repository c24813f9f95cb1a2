const name = "carriedName";

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
