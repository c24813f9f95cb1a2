const figures = new Intl.NumberFormat("en");

export function formatCount(count: number): string {
  return figures.format(count);
}

export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}
