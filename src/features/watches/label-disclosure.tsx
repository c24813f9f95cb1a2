import { useFormState, useWatch } from "react-hook-form";
import { Field } from "@/ui/field";
import { TextArea } from "@/ui/text-area";
import type { WatchFormControl } from "./filter-fields";
import { Disclosure } from "./disclosure";

/** Tags and notes are only for the user and don't affect matching. */
export function LabelDisclosure({ form }: { form: WatchFormControl }) {
  const [tags, notes] = useWatch({ control: form.control, name: ["tags", "notes"] });
  const { errors } = useFormState({ control: form.control });
  const set = [tags.trim() !== "" && "tags", notes.trim() !== "" && "notes"].filter((name) => name !== false);
  return (
    <Disclosure title="Tags and notes" state={set.length === 0 ? "none" : set.join(", ")}>
      <Field
        label="Tags"
        autoComplete="off"
        hint="Separate multiple tags with commas."
        error={errors.tags?.message}
        {...form.register("tags")}
      />
      <TextArea
        label="Notes"
        rows={3}
        hint="Only visible to you."
        error={errors.notes?.message}
        {...form.register("notes")}
      />
    </Disclosure>
  );
}
