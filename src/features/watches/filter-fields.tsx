import { useId } from "react";
import { useFormState, useWatch, type UseFormReturn } from "react-hook-form";
import type { Filters } from "@/contract/watch";
import { Pick } from "@/ui/pick";
import { FilterRow } from "./filter-row";
import { WordRows, type WordsProps, WordsSwitch, WordsText } from "./words-fields";
import type { WatchFields, WatchFieldsInput } from "./watch-fields";

export type WatchFormControl = UseFormReturn<WatchFieldsInput, unknown, WatchFields>;

const rows: readonly { label: string; picks: readonly (readonly [keyof Filters, string])[] }[] = [
  {
    label: "Read",
    picks: [
      ["includePosts", "Posts"],
      ["includeComments", "Comments"],
      ["matchTitlesOnly", "Titles only"],
    ],
  },
  {
    label: "Words",
    picks: [
      ["wholeWordOnly", "Whole words"],
      ["caseSensitive", "Match case"],
    ],
  },
];

export function FilterFields({ form, ...of }: WordsProps & { form: WatchFormControl }) {
  const id = useId();
  const filters = useWatch({ control: form.control, name: "filters" });
  const { errors } = useFormState({ control: form.control });
  const error = errors.filters?.root?.message ?? errors.filters?.message;
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 id={id} className="text-13 font-medium tracking-normal">
          {of.words.text === null ? "Filters" : "Filters as text"}
        </h3>
        <WordsSwitch {...of} />
      </div>
      {of.words.text !== null && <WordsText {...of} />}
      <dl className="divide-y divide-line rounded-md border border-line">
        <WordRows words={of.words} isPro={of.isPro} />
        {rows.map(({ label, picks }) => (
          <FilterRow key={label} label={label}>
            <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
              {picks.map(([name, text]) => (
                <Pick
                  key={name}
                  size="sm"
                  checked={filters[name]}
                  onChange={(isChecked) => {
                    form.setValue(`filters.${name}`, isChecked, { shouldDirty: true });
                    if (error !== undefined) void form.trigger("filters");
                  }}
                >
                  {text}
                </Pick>
              ))}
            </div>
          </FilterRow>
        ))}
      </dl>
      {of.words.text === null && <WordsText {...of} />}
      {error !== undefined && (
        <p role="alert" className="text-13 text-bad">
          {error}
        </p>
      )}
    </section>
  );
}
