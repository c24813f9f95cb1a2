"use client";

import { useEffect, useId, useRef } from "react";
import { useFormState, useWatch } from "react-hook-form";
import type { WatchView } from "@/contract/watch";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Notice } from "@/ui/notice";
import { WaitNotice } from "@/ui/wait-notice";
import { AlertDisclosure } from "./alert-disclosure";
import { FilterDisclosure, type WatchFormControl } from "./filter-disclosure";
import { LabelDisclosure } from "./label-disclosure";
import { PreviewDisclosure } from "./preview-disclosure";
import { PlaceField } from "./place-field";
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
  const { form, list, listError, result, isPending, wait, clear, readDraft, submit } = useWatchForm(watch, {
    saved: onSaved,
    done: onClose,
    upgrade: onUpgrade,
  });
  const waitId = useId();
  const [verb, anyway] = watch === null ? ["Add Keyword", "Add Anyway"] : ["Save Changes", "Save Anyway"];
  const isAsking = result?.isQuestion === true;
  const changeIt = () => {
    clear();
    first.current?.focus();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
      title={watch === null ? "Add Keyword" : "Edit Keyword"}
      initialFocus={first}
      message={
        <>
          <Notice look={result?.look ?? "ok"}>
            {result === null ? null : isAsking ? result.text : <b>{result.text}</b>}
          </Notice>
          <WaitNotice id={waitId} wait={wait} />
        </>
      }
      footer={
        <>
          {!isAsking && <Button onClick={onClose}>Cancel</Button>}
          <Button
            look={isAsking ? "quiet" : "primary"}
            type="submit"
            form={formId}
            isPending={isPending}
            heldBy={wait === null ? undefined : waitId}
          >
            {isPending ? "Saving..." : isAsking ? anyway : verb}
          </Button>
          {isAsking && <ChangeButton onClick={changeIt} />}
        </>
      }
    >
      {/* Room below the places for their suggestions, so that these never cover the buttons. */}
      <form
        id={formId}
        method="post"
        noValidate
        className="grid min-h-120 grid-cols-[minmax(0,1fr)] content-start gap-5"
        onSubmit={submit}
        onChange={clear}
      >
        <KeywordField form={form} inputRef={first} />
        <PlaceField list={list} error={listError} />
        <div>
          <FilterDisclosure form={form} isPro={isPro} />
          <LabelDisclosure form={form} />
          <AlertDisclosure form={form} />
          <PreviewDisclosure readDraft={readDraft} />
        </div>
      </form>
    </Dialog>
  );
}

/** The safe answer to a question: it has the focus, so that a second press of the button before saves nothing. */
function ChangeButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} look="primary" onClick={onClick}>
      Change It
    </Button>
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
