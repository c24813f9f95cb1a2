"use client";

import { useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { isSignedIn } from "@/browser/tokens";
import { maxKeywordLength, type WatchView } from "@/contract/watch";
import { counted } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { LeaveGuard } from "@/ui/leave-guard";
import { canLeave } from "@/ui/leaving";
import { Notice } from "@/ui/notice";
import { QuietButton } from "@/ui/quiet-link";
import { WaitNotice } from "@/ui/wait-notice";
import { AlertDisclosure } from "./alert-disclosure";
import { ChangeReview } from "./change-review";
import { FilterFields } from "./filter-fields";
import { ForecastPane } from "./forecast-pane";
import { KeywordField } from "./keyword-field";
import { LabelDisclosure } from "./label-disclosure";
import { LookBackField } from "./look-back-field";
import { NarrowDown } from "./narrow-down";
import { PlaceField } from "./place-field";
import { dropDraft, readDraft, useStoredDraft, type StoredDraft } from "./stored-draft";
import { useDebounced } from "@/ui/use-debounced";
import { isRefused as isRefusedPlace } from "./use-place-entries";
import { useWatchForm } from "./use-watch-form";

/** Don't show the validation error while the user is typing. */
const refusalPauseMs = 500;

interface DialogProps {
  watch: WatchView | null;
  isOpen: boolean;
  /** Hidden behind another dialog, keeping its state. */
  isHidden: boolean;
  isPro: boolean;
  /** The account's. */
  timeZone: string;
  onSaved: (watch: WatchView) => void;
  onClose: () => void;
  onClosed: () => void;
  onUpgrade: (text: string) => void;
}

/** Remount it for each watch (use a key): it reads the values only once. */
export function WatchDialog(props: DialogProps) {
  // The watch can be updated elsewhere while the dialog is open.
  const opening = (times: number, kept: StoredDraft | null) => ({ times, kept, watch: props.watch });
  const [{ times, ...opened }, begin] = useState(() => opening(0, readDraft(props.watch)));
  const dropping = (then: () => void) => () => {
    dropDraft();
    then();
  };
  return (
    <OpenDialog
      key={times}
      {...props}
      {...opened}
      onSaved={(saved) => dropping(() => props.onSaved(saved))()}
      onClose={dropping(props.onClose)}
      onDiscard={dropping(() => begin(opening(times + 1, null)))}
    />
  );
}

function OpenDialog({
  watch: opened,
  isOpen,
  isHidden,
  isPro,
  timeZone,
  kept: retained,
  onSaved,
  onClose,
  onClosed,
  onUpgrade,
  onDiscard,
}: DialogProps & { kept: StoredDraft | null; onDiscard: () => void }) {
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const on = { saved: onSaved, done: onClose, upgrade: onUpgrade };
  const {
    form,
    words,
    list,
    listError,
    message: outcome,
    latest,
    refusal,
    forecast,
    alerts,
    blocked,
    unsaved,
    edited: watch,
    result,
    change,
    isPending,
    wait,
    clear,
    submit,
    applySuggestion,
  } = useWatchForm(opened, isPro, retained, isOpen, on);
  const isTyped = isOpen && unsaved.length > 0;
  useStoredDraft(
    isTyped ? { watch, fields: form.getValues, places: list, words: words.whole } : null,
    isHidden,
  );
  const waitId = useId();
  const refusalId = useId();
  const refused = useDebounced(refusal ?? "", refusalPauseMs);
  const keyword = useWatch({ control: form.control, name: "keyword" });
  const isTooLong = keyword.trim().length > maxKeywordLength;
  const invalid = list.entries.filter(isRefusedPlace).length;
  const isRefused = isTooLong || (refusal !== null && refused !== "");
  const [verb, anyway] = watch === null ? ["Add Keyword", "Add Anyway"] : ["Save Changes", "Save Anyway"];
  const isConfirming = result?.isConfirmation === true;
  // Render the first fields first: on slow devices the rest would delay opening the dialog.
  const hasAll = useDeferredValue(true, false);
  const changeIt = () => {
    clear();
    first.current?.focus();
  };
  return (
    <>
      <Dialog
        isOpen={isOpen && !isHidden}
        // 'Cancel' is deliberate, but Escape, the backdrop and the close button are easily hit by accident.
        onClose={() => void canLeave().then((isMeant) => isMeant && onClose())}
        onClosed={() => isOpen || onClosed()}
        title={watch === null ? "Add Keyword" : "Edit Keyword"}
        size="lg"
        initialFocus={first}
        aside={
          <ForecastPane
            state={forecast}
            refusal={refusal}
            blocked={blocked}
            invalid={invalid}
            alerts={alerts}
            onApply={applySuggestion}
          />
        }
        message={
          <>
            <Notice look="accent">
              {retained !== null && result === null && watch === opened ? (
                <>
                  We restored your unsaved draft. <QuietButton onClick={onDiscard}>Discard draft</QuietButton>
                </>
              ) : null}
            </Notice>
            <Notice look={result?.look ?? "ok"}>
              {result === null ? null : isConfirming ? result.text : <b>{result.text}</b>}
            </Notice>
            <WaitNotice id={waitId} wait={wait} />
            <Notice look="bad">
              {isRefused && result === null ? (
                <span id={refusalId}>
                  {isTooLong ? "This keyword is too long." : <>Can&apos;t save: {refused}</>}
                </span>
              ) : null}
            </Notice>
            {/* The field's alert has already announced it. */}
            <Notice look="bad" isAlert={false}>
              {invalid > 0 && result === null && !isRefused
                ? `${counted(invalid, "place is", "places are")} invalid.`
                : null}
            </Notice>
          </>
        }
        footer={
          <>
            {!isConfirming && (
              <Button className="max-sm:flex-1" onClick={onClose}>
                Cancel
              </Button>
            )}
            <Button
              className="max-sm:flex-1"
              look={isConfirming ? "quiet" : "primary"}
              type="submit"
              form={formId}
              isPending={isPending}
              describedBy={wait !== null ? waitId : isRefused ? refusalId : undefined}
            >
              {isPending ? "Saving..." : isConfirming ? anyway : verb}
            </Button>
            {isConfirming && <ChangeButton onClick={changeIt} />}
          </>
        }
      >
        {change !== null && <ChangeReview change={change} timeZone={timeZone} />}
        {/* Leave space below the places for suggestions, so they don't cover the buttons. */}
        <form
          id={formId}
          method="post"
          noValidate
          className="grid min-h-120 grid-cols-[minmax(0,1fr)] content-start gap-6"
          onSubmit={submit}
          onChange={clear}
          // Chips are added and removed without input events.
          onClick={(event) => event.target instanceof Element && event.target.closest("button") && clear()}
        >
          <KeywordField form={form} inputRef={first} isText={words.text !== null} />
          <PlaceField list={list} error={listError} />
          {hasAll && (
            <>
              <NarrowDown form={form} isOpenAtFirst={watch !== null || retained !== null}>
                <FilterFields
                  form={form}
                  words={words}
                  keyword={keyword}
                  onKeyword={(text) => form.setValue("keyword", text)}
                  judged={outcome}
                  latest={latest}
                  list={list}
                  isPro={isPro}
                />
                <div>
                  <LabelDisclosure form={form} />
                  <AlertDisclosure form={form} watch={watch} timeZone={timeZone} />
                </div>
              </NarrowDown>
              {watch === null && (
                <LookBackField
                  forecast={blocked === null && refusal === null ? (forecast.shown?.forecast ?? null) : null}
                  form={form}
                />
              )}
            </>
          )}
        </form>
      </Dialog>
      {isTyped && !isHidden && <LeaveGuard unsaved={unsaved} canSave={isSignedIn} />}
    </>
  );
}

/** The safe choice in a confirmation. It takes the focus, so a repeated key press doesn't save. */
function ChangeButton({ onClick }: { onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Button ref={button} look="primary" className="max-sm:flex-1" onClick={onClick}>
      Edit
    </Button>
  );
}
