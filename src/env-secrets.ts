/** Finds guessable secrets. Never reports random values, even short ones: see the property test. */

type Settings = Record<string, string | undefined>;

/** Secrets that we generate. A guessed one allows signing in, running jobs or decrypting addresses. */
const ownSecrets = [
  "NEXTAUTH_SECRET",
  "CRON_SECRET",
  "METRICS_TOKEN",
  "ENCRYPTION_KEY",
  "VAPID_PRIVATE_KEY",
  "RECEIPT_KEY",
];
const vendorSecrets: Readonly<Record<string, string>> = {
  STRIPE_WEBHOOK_SECRET: "Stripe",
  RESEND_WEBHOOK_SECRET: "Resend",
};
/** Secrets with fewer unpredictable characters can be guessed. */
const minUnpredictable = 10;

const words = `change changeme replace placeholder example sample default dummy insert enter paste fill
  secret password passwort passwd passphrase pass token key value string text hash salt sign signing encrypt
  your my our here goes this that with from for the and not please must should need before use using set new old
  random rand generate generated insecure secure unsafe strong super very long enough some real only
  test testing demo todo fixme local localhost dev development prod production staging deploy deploying
  admin root user account login welcome letmein hello world hunter2 foobar foo bar lorem ipsum server service
  earshot nextauth next auth cron metrics encryption vapid private public session jwt api app database openssl
  character characters least minimum bytes base64url base64 hex none null undefined empty
  correct horse battery staple dolor amet consectetur qwertyuiop qwertzuiop qwerty asdfghjkl zxcvbnm
  1q2w 3e4r 5t6y 7u8i 9o0p 1qaz 2wsx 3edc 4rfv 5tgb`
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);
const placeholder = new RegExp(
  `${words.join("|")}|(?<![a-z\\d])(?:a|an|at|be|in|is|it|me|of|to)(?![a-z\\d])`,
  "g",
);
/** Digits and symbols that stand for letters, as in p4ssw0rd. */
const lookalikes: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  $: "s",
  "@": "a",
};

/** Marks the characters of known words, even if written with digits, and symbols next to them. */
function markWords(text: string, isPredictable: boolean[]): void {
  const plain = Array.from(text, (letter) => lookalikes[letter] ?? letter).join("");
  for (const form of [text, plain]) {
    for (const match of form.matchAll(placeholder))
      isPredictable.fill(true, match.index, match.index + match[0].length);
  }
  for (const { index } of text.matchAll(/[^a-z\d]/g))
    if (isPredictable[index - 1] || isPredictable[index + 1]) isPredictable[index] = true;
}

/** Marks repetitions and sequences: in both, the differences between neighboring characters repeat. */
function markSeries(text: string, isPredictable: boolean[]): void {
  const steps = Array.from({ length: text.length }, (_, index) =>
    index === 0 ? 0 : text.charCodeAt(index) - text.charCodeAt(index - 1),
  );
  const seen = new Set<string>();
  for (let end = 3; end < steps.length; end += 1) {
    const series = steps.slice(end - 2, end + 1).join();
    if (seen.has(series)) isPredictable.fill(true, end - 2, end + 1);
    seen.add(series);
  }
}

function countUnpredictable(value: string): number {
  const text = value.toLowerCase();
  const isPredictable = Array.from({ length: text.length }, () => false);
  if (/^[\x20-\x7e]*$/.test(text)) markWords(text, isPredictable);
  markSeries(text, isPredictable);
  return isPredictable.filter((is) => !is).length;
}

/** Checks the value and its decoded bytes: base64 of a placeholder is still a placeholder. */
function isGuessable(value: string): boolean {
  if (countUnpredictable(value) < minUnpredictable) return true;
  const isHex = /^(?:[\da-f]{2})+$/i.test(value);
  const decoded = Buffer.from(value, isHex ? "hex" : "base64url").toString("latin1");
  return countUnpredictable(decoded) < Math.min(minUnpredictable, decoded.length / 2);
}

/** Returns all secrets with their setting names. A list of keys yields several. */
function secretsIn(settings: Settings): { name: string; value: string }[] {
  return [...ownSecrets, ...Object.keys(vendorSecrets)].flatMap((name) =>
    (settings[name] ?? "")
      .split(name === "ENCRYPTION_KEY" ? "," : /(?!)/)
      .map((value) => ({ name, value: value.trim().replace(/^whsec_/, "") }))
      .filter(({ value }) => value !== ""),
  );
}

/** Returns an error for each setting whose secret can be guessed. Never contains the value. */
export function guessableSecrets(settings: Settings): string[] {
  const secrets = secretsIn(settings);
  const faults = new Map<string, string>();
  for (const { name, value } of secrets) {
    const advice =
      name in vendorSecrets
        ? `copy the one that ${vendorSecrets[name]} shows (for the others, run npm run secrets)`
        : "run npm run secrets";
    const twin = secrets.find((other) => other.name !== name && other.value === value);
    if (isGuessable(value))
      faults.set(
        name,
        `${name}: is easy to guess (repeated, sequential or placeholder characters); ${advice}`,
      );
    else if (twin) faults.set(name, `${name}: is the same as ${twin.name}; ${advice}`);
  }
  return [...faults.values()];
}
