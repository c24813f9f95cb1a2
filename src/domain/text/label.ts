/** A regional flag such as Scotland's: a black flag, invisible tag characters and a terminator. */
const flag = String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}`;
/** Scripts whose words can contain a joiner or non-joiner between two letters. */
const joining = [
  "Arabic",
  "Syriac",
  "Mongolian",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Khmer",
  "Myanmar",
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");
/** Invisible characters that are part of emoji, or of words in joining scripts. */
const required = [
  flag,
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\u200D(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[${joining}]\p{M}{0,8})[\u200C\u200D](?=[${joining}])`,
].join("|");
/** Characters that end a line or move the cursor. They separate words. */
const breaks = String.raw`[\t-\r\u0085\p{Zl}\p{Zp}]`;
/** Other control, bidirectional and zero-width characters. */
const unseen = String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]`;
/** Marks that only set the direction of neutral characters. Hebrew and Arabic titles need them. */
const directionMarks = String.raw`[\u061C\u200E\u200F]`;

const inLabels = new RegExp(`(${required})|(${breaks})|${unseen}`, "gu");
const inTitles = new RegExp(`(${required}|${directionMarks})|(${breaks})|${unseen}`, "gu");
const suspicious = new RegExp(`${breaks}|${unseen}|  |^ | $`, "u");

/** Prevents spoofing: removes unseen characters except needed joiners. All untrusted labels pass here. */
export function cleanLabel(text: string): string {
  return cleaned(text, inLabels);
}

/** Like `cleanLabel`, but keeps direction marks, because titles can be sentences in any direction. */
export function cleanTitle(text: string): string {
  return cleaned(text, inTitles);
}

function cleaned(text: string, pattern: RegExp): string {
  if (!suspicious.test(text)) return text;
  return text
    .replace(
      pattern,
      (_all, retained: string | undefined, gap: string | undefined) => retained ?? (gap ? " " : ""),
    )
    .replace(/ {2,}/g, " ")
    .trim();
}
