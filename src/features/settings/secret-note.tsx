import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { toast } from "@/ui/toast/store";
import { useOneCall } from "./use-one-call";

/** What a webhook's messages are signed with; gone once the screen is left. */
export function SecretNote({ secret }: { secret: string }) {
  const { run } = useOneCall();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toast({ type: "success", title: "Secret copied" });
  };
  return (
    <div className="flex flex-wrap items-end gap-2 rounded-md bg-accent-soft p-4">
      <div className="min-w-0 flex-1 basis-60">
        <Field
          label="Signing secret"
          readOnly
          value={secret}
          onFocus={(event) => event.target.select()}
          hint="Shown this once. Your receiver verifies our messages with it."
        />
      </div>
      <Button
        className="sm:mb-6.5"
        onClick={() => void run(copy, "Failed to copy: select it and copy it yourself")}
      >
        Copy
      </Button>
    </div>
  );
}
