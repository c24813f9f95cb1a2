import { CircleAlert, RotateCw } from "lucide-react";
import { Button } from "./button";

export function ErrorState({
  title,
  text,
  isPending,
  onRetry,
}: {
  title: string;
  text: string;
  isPending?: boolean;
  onRetry: () => void;
}) {
  return (
    <div role="alert" className="grid content-start justify-items-start gap-1 p-6">
      <CircleAlert className="text-bad" />
      <h2 className="mt-1 text-16">{title}</h2>
      <p className="max-w-[60ch] text-ink-2">{text}</p>
      <Button className="mt-4" isPending={isPending} onClick={onRetry}>
        {!isPending && <RotateCw className="size-4" />}
        Try Again
      </Button>
    </div>
  );
}
