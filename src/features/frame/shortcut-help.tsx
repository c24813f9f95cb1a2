import { Dialog } from "@/ui/dialog";
import { Kbd } from "@/ui/kbd";
import { chooseShortcuts, useShortcutsOn } from "@/ui/shortcuts-choice";
import { Switch } from "@/ui/switch";
import { shortcuts } from "./shortcuts";

export function ShortcutHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const areOn = useShortcutsOn();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size="wide">
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {shortcuts.map((part) => (
          <section key={part.title}>
            <h3 className="mb-2 border-b border-line pb-1.5 text-13 font-semibold tracking-normal text-ink-2">
              {part.title}
            </h3>
            <dl className="grid gap-2">
              {part.shortcuts.map(({ keys, text }) => (
                <div key={text} className="flex items-center justify-between gap-4">
                  <dt>{text}</dt>
                  <dd className="flex flex-none items-center gap-1 text-13 text-ink-2">
                    {keys.map((key, index) => (
                      <span key={key} className="contents">
                        {index > 0 && "then"}
                        <Kbd>{key}</Kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="flex items-center justify-between gap-4 border-t border-line pt-4 sm:col-span-2">
          <div>
            <p className="font-medium">Keyboard shortcuts</p>
            <p className="text-13 text-ink-2">
              Applies to this browser only. Shortcuts are disabled while you type. You can also change this in
              Settings. The arrow keys move between matches even if shortcuts are off.
            </p>
          </div>
          <Switch
            label="Keyboard shortcuts"
            checked={areOn}
            onChange={(event) => chooseShortcuts(event.target.checked)}
          />
        </div>
      </div>
    </Dialog>
  );
}
