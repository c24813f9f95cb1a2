/** Signs that Markdown can hide. Keywords that contain one also match text as typed. */
const signs = "*_~`^|[]<>!()\\";
const isSign = new Uint8Array(128);
for (const sign of signs) isSign[sign.charCodeAt(0)] = 1;

export function hasMarkupSign(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isSign[text.charCodeAt(at)] === 1) return true;
  return false;
}

export function hasMarkupSignIn(units: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isSign[units[at]!] === 1) return true;
  return false;
}
