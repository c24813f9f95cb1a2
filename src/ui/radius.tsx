const fading = [0.9, 0.7, 0.5, 0.34, 0.2];

export function Radius({
  radii,
  isFading = false,
  className,
}: {
  radii: readonly number[];
  isFading?: boolean;
  className: string;
}) {
  const half = Math.max(...radii) + 1;
  return (
    <svg
      viewBox={`0 0 ${half * 2} ${half * 2}`}
      width={half * 2}
      height={half * 2}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      className={`pointer-events-none absolute max-w-none -translate-1/2 ${className}`}
    >
      {radii.map((radius, index) => (
        <circle
          key={radius}
          cx={half}
          cy={half}
          r={radius}
          strokeOpacity={isFading ? fading[index] : undefined}
        />
      ))}
    </svg>
  );
}
