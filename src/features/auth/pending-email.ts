const name = "pendingVerificationEmail";

export const pendingEmail = {
  read: () => localStorage.getItem(name),
  write: (email: string) => localStorage.setItem(name, email),
  /** Call this once the address is verified. Other tabs that wait for it notice. */
  clear: () => localStorage.removeItem(name),
  onVerified: (react: (email: string) => void): (() => void) => {
    const listen = (event: StorageEvent) => {
      if (event.key === name && event.newValue === null && event.oldValue !== null) react(event.oldValue);
    };
    window.addEventListener("storage", listen);
    return () => window.removeEventListener("storage", listen);
  },
};
