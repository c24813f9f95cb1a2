const figures = new Intl.NumberFormat("en");

export function formatCount(count: number): string {
  return figures.format(count);
}

/** '1 match', '0 matches', '10,000 notifications'. The default plural adds an 's'. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
