/** Fullnames of the items linked in an email: …/comments/POST/title/ or …/comments/POST/title/COMMENT/. */
export function linkedItems(html: string): string[] {
  const links = html.matchAll(
    /href="https:\/\/www\.reddit\.com\/r\/\w+\/comments\/(\w+)\/[^/"]*\/(?:(\w+)\/)?"/g,
  );
  const names = [...links].map(([, post, comment]) =>
    comment === undefined ? `t3_${post}` : `t1_${comment}`,
  );
  return [...new Set(names)];
}
