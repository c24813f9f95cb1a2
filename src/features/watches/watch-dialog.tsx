"use client";

import { useId, useRef } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { WatchView } from "@/contract/watch";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { AlertFold } from "./alert-fold";
import { FilterFold, type WatchFormControl } from "./filter-fold";
import { LabelFold } from "./label-fold";
import { PreviewFold } from "./preview-fold";
import { SubredditField } from "./subreddit-field";
import { useWatchForm } from "./use-watch-form";

/** The dialog that makes a watch or edits one. Mount it anew for each: its values are those of the mount. */
export function WatchDialog({
  watch,
  isOpen,
  isPro,
  onSaved,
  onClose,
  onClosed,
  onUpgrade,
}: {
  watch: WatchView | null;
  isOpen: boolean;
  isPro: boolean;
  onSaved: () => void;
  onClose: () => void;
  onClosed: () => void;
  /** Something that only Pro can do was asked for. */
  onUpgrade: (text: string) => void;
}) {
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const { form, list, listError, result, isPending, clear, readDraft, submit } = useWatchForm(watch, {
    saved: onSaved,
    done: onClose,
    upgrade: onUpgrade,
  });
  const verb = watch === null ? "Add Keyword" : "Save Changes";
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
      title={watch === null ? "Add Keyword" : "Edit Keyword"}
      initialFocus={first}
      message={<Notice look={result?.look ?? "ok"}>{result === null ? null : <b>{result.text}</b>}</Notice>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} isPending={isPending}>
            {isPending ? "Saving..." : verb}
          </Button>
        </>
      }
    >
      {/* Room below the subreddits for their suggestions, so that these never cover the buttons. */}
      <form
        id={formId}
        method="post"
        noValidate
        className="grid min-h-120 content-start gap-5"
        onSubmit={submit}
        onChange={clear}
      >
        <KeywordField form={form} inputRef={first} />
        <SubredditField list={list} error={listError} />
        <div>
          <FilterFold form={form} isPro={isPro} />
          <LabelFold form={form} />
          <AlertFold form={form} />
          <PreviewFold readDraft={readDraft} />
        </div>
      </form>
    </Dialog>
  );
}

function KeywordField({
  form,
  inputRef,
}: {
  form: WatchFormControl;
  inputRef: React.RefObject<HTMLInputElement | null>;
}) {
  const keyword = useWatch({ control: form.control, name: "keyword" }).trim();
  const { errors } = useFormState({ control: form.control });
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
      error={errors.keyword?.message}
      hint={
        keyword === "" ? (
          "Required"
        ) : (
          <>
            Shows up as <mark className="wrap-anywhere">{keyword}</mark> wherever it is heard.
          </>
        )
      }
    />
  );
}
