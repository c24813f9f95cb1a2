import Link from "next/link";
import { useFormState, useWatch, type UseFormReturn } from "react-hook-form";
import { defaultFilters, type Filters } from "@/contract/watch";
import { Badge } from "@/ui/badge";
import { Checkbox } from "@/ui/checkbox";
import { QuietButton } from "@/ui/quiet-link";
import { Disclosure } from "./disclosure";
import type { WatchFields, WatchFieldsInput } from "./watch-fields";

export type WatchFormControl = UseFormReturn<WatchFieldsInput, unknown, WatchFields>;

const names: readonly [keyof Filters, string][] = [
  ["includePosts", "Posts"],
  ["includeComments", "Comments"],
  ["matchTitlesOnly", "Titles only"],
  ["caseSensitive", "Case sensitive"],
  ["wholeWordOnly", "Whole word only"],
];

/** The advanced filters: for Pro to set; on Free they show what holds and what they would do. */
export function FilterDisclosure({ form, isPro }: { form: WatchFormControl; isPro: boolean }) {
  const filters = useWatch({ control: form.control, name: "filters" });
  const changed = names.filter(([name]) => filters[name] !== defaultFilters[name]).length;
  const { errors } = useFormState({ control: form.control });
  const error = errors.filters?.root?.message ?? errors.filters?.message;
  return (
    <Disclosure
      title="Advanced filters"
      state={isPro ? changed === 0 ? "none set" : `${changed} set` : <Badge look="accent">Pro</Badge>}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-2 gap-y-1 sm:grid-cols-2">
        {names.map(([name, label]) =>
          isPro ? (
            <Checkbox key={name} {...form.register(`filters.${name}`)}>
              {label}
            </Checkbox>
          ) : (
            <Checkbox key={name} checked={filters[name]} disabled readOnly>
              {label}
            </Checkbox>
          ),
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-13 text-bad">
          {error}
        </p>
      )}
      {!isPro && (
        <p className="text-13 text-ink-2">
          Filters are part of Pro. <Link href="/subscription">Upgrade to Pro</Link>
          {changed > 0 && (
            <>
              {" "}
              What is set keeps working.{" "}
              <QuietButton onClick={() => form.setValue("filters", defaultFilters)}>Set it back</QuietButton>
            </>
          )}
        </p>
      )}
    </Disclosure>
  );
}
