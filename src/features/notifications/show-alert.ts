interface Alert {
  title: { text: string; keyword: string };
  lines: readonly string[];
  more: string | null;
  href: string;
}

export function canAlert(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

/** Shows a system notification if the user allows them. The tag replaces one already shown by push. */
export function showAlert(
  { title, lines, more, href }: Alert,
  tag: string,
  registration: ServiceWorkerRegistration | null,
): void {
  if (!canAlert()) return;
  const text = title.text + title.keyword;
  const body = (more === null ? lines : [...lines, more]).join("\n");
  const options = { body, tag, icon: "/icon-192.png" };
  // Chrome for Android only allows alerts of a worker, which also handles their clicks.
  if (registration?.active) {
    registration.showNotification(text, { ...options, data: { url: href } }).catch(() => undefined);
    return;
  }
  try {
    const alert = new Notification(text, options);
    alert.onclick = () => {
      window.focus();
      window.location.assign(href);
    };
  } catch {
    // The pill is shown anyway.
  }
}
