export function Skeleton({ className = "" }: { className?: string }) {
  return <span aria-hidden="true" className={`skeleton block h-3 rounded-sm bg-sunken ${className}`} />;
}

export function MentionSkeleton({ count = 3 }: { count?: number }) {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="mention">
          <span className="mention-margin">
            <Skeleton className="ml-auto w-10" />
          </span>
          <span className="mention-body grid gap-2.5">
            <Skeleton className="w-1/3" />
            <Skeleton className="h-4 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
          </span>
        </div>
      ))}
    </div>
  );
}
