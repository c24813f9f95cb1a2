import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { toast } from "@/ui/toast/store";
import { useApiOnce } from "./use-api-once";

export function SecretNote({
  secret,
  label = "Signing secret",
  hint = "Shown only once. Use it to verify our webhook signatures.",
  copied = "Secret copied",
}: {
  secret: string;
  label?: string;
  hint?: string;
  copied?: string;
}) {
  const { run } = useApiOnce();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    toast({ type: "success", title: copied });
  };
  return (
    <div className="flex flex-wrap items-end gap-2 rounded-md bg-accent-soft p-4">
      <div className="min-w-0 flex-1 basis-60">
        <Field label={label} readOnly value={secret} onFocus={(event) => event.target.select()} hint={hint} />
      </div>
      <Button
        className="sm:mb-6.5"
        onClick={() => void run(copy, "Couldn't copy. Select the text and copy it manually.")}
      >
        Copy
      </Button>
    </div>
  );
}
