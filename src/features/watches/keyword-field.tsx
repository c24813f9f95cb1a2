import type { RefObject } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { maxKeywordLength } from "@/contract/watch";
import { Field } from "@/ui/field";
import type { WatchFormControl } from "./filter-fields";

const countFrom = 80;
/** An operator of expressions, which a keyword doesn't have. */
const operator = /(?:^|\s)(AND|OR|NOT|NEAR\/\d+)(?=\s|$)/;

export function KeywordField({
  form,
  inputRef,
  isText,
}: {
  form: WatchFormControl;
  inputRef: RefObject<HTMLInputElement | null>;
  /** The words are edited as text below; the keyword is just the watch's name. */
  isText: boolean;
}) {
  const keyword = useWatch({ control: form.control, name: "keyword" }).trim();
  const { errors } = useFormState({ control: form.control });
  const { length } = keyword;
  const literal = operator.exec(keyword)?.[1];
  const { ref, ...field } = form.register("keyword");
  return (
    <Field
      {...field}
      ref={(element) => {
        ref(element);
        inputRef.current = element;
      }}
      label="Keyword"
      required
      autoComplete="off"
      placeholder="A word or phrase"
      dir="auto"
      error={
        length > maxKeywordLength ? `Use ${maxKeywordLength} characters or fewer.` : errors.keyword?.message
      }
      note={
        length < countFrom ? undefined : (
          <p className="text-right text-13 text-ink-3 tabular-nums">
            {length} of {maxKeywordLength}
          </p>
        )
      }
      hint={
        keyword === "" ? (
          "Required"
        ) : isText ? (
          <>
            Matches are grouped under <mark className="wrap-anywhere">{keyword}</mark>.
          </>
        ) : literal !== undefined ? (
          `Searched exactly as typed, including “${literal}”. Combine words under “Narrow it down”.`
        ) : (
          <>
            Highlighted as <mark className="wrap-anywhere">{keyword}</mark> in every match.
          </>
        )
      }
    />
  );
}
