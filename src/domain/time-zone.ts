/** True for a time zone by name that this machine knows; offsets such as +02:00 are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  // Intl has no other way to be asked than to throw.
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** A zone that can be chosen, by what people call it. */
export interface ZoneChoice {
  zone: string;
  /** 'Kolkata, Asia (UTC+05:30)' */
  label: string;
}

/** The tables go on calling zones by what their cities were called once. */
const cityNames: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Asmara",
  "America/Coral_Harbour": "Atikokan",
  "America/Godthab": "Nuuk",
  "Asia/Calcutta": "Kolkata",
  "Asia/Katmandu": "Kathmandu",
  "Asia/Rangoon": "Yangon",
  "Asia/Saigon": "Ho Chi Minh City",
  "Atlantic/Faeroe": "Faroe",
  "Europe/Kiev": "Kyiv",
  "Pacific/Enderbury": "Kanton",
  "Pacific/Ponape": "Pohnpei",
  "Pacific/Truk": "Chuuk",
};

/** A zone as people call it: its city first, then where that is, and how far from UTC its clocks are then. */
export function zoneLabel(zone: string, at: Date): string {
  const [city = zone, ...around] = zone.replaceAll("_", " ").split("/").reverse();
  const how = { timeZone: zone, timeZoneName: "longOffset" } as const;
  const parts = new Intl.DateTimeFormat("en", how).formatToParts(at);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "UTC") ?? "UTC";
  const name = [cityNames[zone] ?? city, ...around].join(", ");
  return name === "UTC" ? name : `${name} (${offset})`;
}

/** These zones by their labels, UTC before all. */
export function zoneChoices(zones: readonly string[], at: Date): ZoneChoice[] {
  const labelled = zones.map((zone) => ({ zone, label: zoneLabel(zone, at) }));
  const order = new Intl.Collator("en");
  labelled.sort((one, other) => order.compare(one.label, other.label));
  return [{ zone: "UTC", label: "UTC" }, ...labelled.filter(({ zone }) => zone !== "UTC")];
}
