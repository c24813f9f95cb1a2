/** Elements whose content browsers don't display. Kept if the element is unclosed. */
const hiddenElements = "script style title template iframe object video audio canvas".split(" ");
/** Elements used for formatting titles. Other tags in titles are words, such as `<Suspense>`. */
const inTitles = words(
  "a abbr b bdi big br cite code del div em font h1 h2 h3 i img ins kbd li mark ol p q s samp small span strike strong style sub sup table tbody td th tr tt u ul wbr script",
);
const withoutEndTag = words("p li td th tr br img wbr");

/** Attributes and the end of a tag. Only their quoted values can contain brackets. */
const rest = String.raw`(?<rest>[\s/"'](?:[^<>=]|=(?!\s*["'])|=\s*(?:"[^"]*"|'[^']*'))*)?>`;
const markup = new RegExp(
  String.raw`<(?:!--|/(?<end>[a-z_][^\s<>/"'=]*)(?:(?:[\s/"'=][^<>]*)?>)?|(?<start>[a-z_][\w.-]*(?::[\w.-]+)*)${rest}|[!?][^<>]*>)?`,
  "gi",
);

interface Tag {
  start?: string;
  end?: string;
  rest?: string;
}

/** Changes broken markup so a parser hides no text. In titles, odd tags become text. Takes linear time. */
export function repairHtml(source: string, { isTitle }: { isTitle: boolean }): string {
  let html = withoutSections(source, /<!--/g, /-->/g);
  // HTML has no CDATA, but doubly escaped feeds contain it.
  if (html.includes("<![CDATA[")) html = html.replace(/<!\[CDATA\[|\]\]>/g, "");
  for (const name of isTitle ? ["script", "style"] : hiddenElements)
    html = withoutSections(
      html,
      new RegExp(`<${name}${rest}(?<!/>)`, "gi"),
      new RegExp(`</${name}[^>]*>?`, "gi"),
    );
  if (!isTitle) html = html.replace(/<(?:script|style)\b[^<>]*(?<!\/)>[^<]*/gi, "");
  const isWord = isTitle ? wordsIn(html) : () => false;
  return html.replace(markup, (whole, ...found) => {
    const tag = found.at(-1) as Tag;
    const name = (tag.start ?? tag.end)?.toLowerCase();
    if (name === undefined) return whole === "<" ? "&lt;" : "";
    if (isWord(name, tag, found.at(-3) as number)) return `&lt;${whole.slice(1)}`;
    if (hiddenElements.includes(name)) return "";
    // The parser would treat their content as text.
    if (name === "textarea" || name === "xmp") return tag.end === undefined ? "<div>" : "</div>";
    return tag.end === undefined ? whole : `</${name}>`;
  });
}

/** Removes everything between each start and its end. Keeps starts without an end. */
function withoutSections(html: string, start: RegExp, end: RegExp): string {
  const kept: string[] = [];
  let at = 0;
  for (const { index, 0: found } of html.matchAll(start)) {
    if (index < at) continue;
    end.lastIndex = index + found.length;
    if (!end.test(html)) break;
    kept.push(html.slice(at, index));
    at = end.lastIndex;
  }
  return kept.join("") + html.slice(at);
}

/** Returns a function that is true for tags that are words of a title, such as in "Centering a <div>". */
function wordsIn(title: string): (name: string, tag: Tag, at: number) => boolean {
  const lower = title.toLowerCase();
  const lastEnds = new Map<string, number>();
  return (name, { start, rest: attributes }, at) => {
    if (!inTitles.has(name)) return true;
    if (start === undefined || attributes !== undefined || withoutEndTag.has(name)) return false;
    if (!lastEnds.has(name)) lastEnds.set(name, lower.lastIndexOf(`</${name}`));
    return lastEnds.get(name)! < at;
  };
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
