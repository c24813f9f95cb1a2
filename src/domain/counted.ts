const figures = new Intl.NumberFormat("en");

/** A whole number as it is written on a screen: '10,000'. */
export function formatCount(count: number): string {
  return figures.format(count);
}

/** A number with its noun in the right form: '1 match', '0 matches', '10,000 notifications'; regular plurals add an 's'. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
