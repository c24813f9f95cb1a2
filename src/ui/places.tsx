interface Labelled {
  site: string;
  name: string;
  label: string;
}

export function Places({
  places,
  max,
  className = "",
}: {
  places: readonly Labelled[];
  max?: number;
  className?: string;
}) {
  const rest = max === undefined ? [] : places.slice(max);
  return (
    <span className={`inline-flex min-w-0 flex-wrap gap-x-2.5 gap-y-0.5 text-13 text-ink-2 ${className}`}>
      {places.slice(0, max).map(({ site, name, label }) => (
        <span key={`${site}:${name}`}>{label}</span>
      ))}
      {rest.length > 0 && (
        <span title={rest.map(({ label }) => label).join(" ")}>and {rest.length} more</span>
      )}
    </span>
  );
}
