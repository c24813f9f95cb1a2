/**
 * An item's plain text, as it is shown: what was kept when it was rendered; until then its source as it stands, because
 * strangers' markup is parsed in the rendering thread alone.
 */
export function displayText({ text, content }: { text: string | null; content: string }): string {
  return text ?? content;
}
