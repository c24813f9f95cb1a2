/** HTML 4 names of U+00A0 to U+00FF, in order. */
const latin1 = (
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn " +
  "sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave " +
  "Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml " +
  "ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN " +
  "szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute " +
  "icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml " +
  "yacute thorn yuml"
).split(" ");

/** Markup characters, and typographic characters and letters that people type by name. */
const others: readonly (readonly [name: string, code: number])[] = [
  ["amp", 0x26],
  ["lt", 0x3c],
  ["gt", 0x3e],
  ["quot", 0x22],
  ["apos", 0x27],
  ["OElig", 0x152],
  ["oelig", 0x153],
  ["Scaron", 0x160],
  ["scaron", 0x161],
  ["Yuml", 0x178],
  ["ensp", 0x2002],
  ["emsp", 0x2003],
  ["thinsp", 0x2009],
  ["zwnj", 0x200c],
  ["zwj", 0x200d],
  ["lrm", 0x200e],
  ["rlm", 0x200f],
  ["ndash", 0x2013],
  ["mdash", 0x2014],
  ["lsquo", 0x2018],
  ["rsquo", 0x2019],
  ["sbquo", 0x201a],
  ["ldquo", 0x201c],
  ["rdquo", 0x201d],
  ["bdquo", 0x201e],
  ["dagger", 0x2020],
  ["Dagger", 0x2021],
  ["bull", 0x2022],
  ["hellip", 0x2026],
  ["prime", 0x2032],
  ["Prime", 0x2033],
  ["lsaquo", 0x2039],
  ["rsaquo", 0x203a],
  ["euro", 0x20ac],
  ["trade", 0x2122],
  ["larr", 0x2190],
  ["uarr", 0x2191],
  ["rarr", 0x2192],
  ["darr", 0x2193],
  ["minus", 0x2212],
  ["le", 0x2264],
  ["ge", 0x2265],
  ["ne", 0x2260],
  ["asymp", 0x2248],
  ["infin", 0x221e],
  ["hearts", 0x2665],
  ["ZeroWidthSpace", 0x200b],
  ["NoBreak", 0x2060],
];

const codes: ReadonlyMap<string, number> = new Map([
  ...latin1.map((name, at) => [name, 0xa0 + at] as const),
  ...others,
]);

/** Returns undefined for uncommon or unknown HTML names. */
export function namedCharacter(name: string): string | undefined {
  const code = codes.get(name);
  return code === undefined ? undefined : String.fromCharCode(code);
}
