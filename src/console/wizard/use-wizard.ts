import { useRef, useState } from 'react';
import type { WizardKind } from '#wire/wizard.ts';
import { useDraft } from '../editor/use-draft.ts';
import { useWindows } from '../editor/use-windows.ts';
import { emptyState, type WizardState } from './wizard-state.ts';

export const WIZARD_DRAFT = 'new-channel';

/** What was entered, through all steps, reloads and Back; another kind begins anew. */
export function useWizard(kind: WizardKind) {
  const draft = useDraft<WizardState>(WIZARD_DRAFT);
  const windows = useWindows(draft, true);
  const [state, setState] = useState<WizardState>(() => (draft.found?.kind === kind ? draft.found : emptyState(kind)));
  const newest = useRef(state);
  // kept at once, because the next step reads what this one has left
  const change = (fields: Partial<WizardState> | ((before: WizardState) => Partial<WizardState>)): void => {
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
