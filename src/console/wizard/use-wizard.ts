import { useRef, useState } from 'react';
import type { WizardKind } from '#wire/wizard.ts';
import { useDraft } from '../editor/use-draft.ts';
import { useWindows } from '../editor/use-windows.ts';
import { emptyState, stateOfToday, type WizardState } from './wizard-state.ts';

export const WIZARD_DRAFT = 'new-channel';

/** AC12: wizards that were begun and left for another, the newest first; each stays until continued or dropped. */
export function useLeftWizards() {
  const draft = useDraft<WizardState[]>('new-channel-left');
  const [list, setList] = useState<readonly WizardState[]>(() => (draft.found ?? []).map(stateOfToday));
  const keep = (next: WizardState[]): void => {
    draft.keep(next);
    setList(next);
  };
  return {
    list,
    add: (state: WizardState) => keep([state, ...list]),
    /** @param instead wizard that was open until now */
    take: (taken: WizardState, instead: WizardState | null) =>
      keep([...(instead ? [instead] : []), ...list.filter((one) => one !== taken)]),
  };
}

/** State of the wizard through all steps, reloads and Back; another kind begins anew. */
export function useWizard(kind: WizardKind) {
  const draft = useDraft<WizardState>(WIZARD_DRAFT);
  const windows = useWindows(draft, true);
  const [state, setState] = useState<WizardState>(() =>
    draft.found?.kind === kind ? stateOfToday(draft.found) : emptyState(kind),
  );
  const left = useLeftWizards();
  const other = useRef(draft.found && draft.found.kind !== kind ? draft.found : null);
  const newest = useRef(state);
  // stored at once, because the next step reads what this one has left
  const change = (fields: Partial<WizardState> | ((before: WizardState) => Partial<WizardState>)): void => {
    if (other.current) left.add(other.current);
    other.current = null;
    newest.current = { ...newest.current, ...(typeof fields === 'function' ? fields(newest.current) : fields) };
    draft.keep(newest.current);
    setState(newest.current);
  };
  const sent = (editionId: number): void => {
    draft.drop();
    windows.tellSaved(editionId);
  };
  return { state, change, sent, windows };
}

export type Wizard = ReturnType<typeof useWizard>;
