const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/CrOS/, "ChromeOS"],
  [/Windows/, "Windows"],
  [/Macintosh|Mac OS X/, "Mac"],
  [/Linux|X11/, "Linux"],
];

export function deviceName(userAgent: string | null): string {
  const agent = userAgent ?? "";
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1];
  const system = systems.find(([sign]) => sign.test(agent))?.[1];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}
