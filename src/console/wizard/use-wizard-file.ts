import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnswerOf } from '#wire/console-calls.ts';
import type { WizardFile } from '#wire/wizard.ts';
import { LONG_TIMEOUT, wordsOf } from '../calls/call.ts';
import { useSend } from '../calls/use-calls.ts';
import { focusFirstProblem, focusIn } from './focus-in.ts';
import { withFile } from './upload-words.ts';
import { sheetOf, useKeepProposal } from './use-proposal.ts';
import type { Wizard } from './use-wizard.ts';
import { addressOf } from './wizard-state.ts';

/**
 * Reads an uploaded table; the way leads on to its fields by itself, unless a sheet has to be chosen.
 * @param keepsSheet no sheet has to be chosen where the one that was chosen before is there
 */
export function useWizardFile({ state, change }: Wizard, { keepsSheet = false }: { keepsSheet?: boolean } = {}) {
  const [problem, setProblem] = useState('');
  const [isReading, setReading] = useState(false);
  const send = useSend();
  const keep = useKeepProposal();
  const navigate = useNavigate();

  const propose = async (file: WizardFile): Promise<AnswerOf<'GET /wizard/table'>> => {
    const ask = (sheet: string) => send('GET /wizard/table', sheetOf({ ...file, sheet }), LONG_TIMEOUT);
    const first = await ask(file.sheet);
    const chosen = state.file?.sheet ?? '';
    // the sheet that was chosen of the file before
    return file.sheet === '' && chosen !== first.sheet && first.sheets.includes(chosen) ? ask(chosen) : first;
  };
  const read = async (file: WizardFile): Promise<void> => {
    setProblem('');
    setReading(true);
    try {
      const proposal = await propose(file);
      const { table, sheet } = proposal;
      await keep({ ...file, sheet }, proposal);
      const mustChooseSheet =
        proposal.sheets.length > 1 && file.sheet === '' && !(keepsSheet && sheet === state.file?.sheet);
      const take = (): void =>
        change((before) => ({
          ...withFile(before, { ...file, sheet }, proposal),
          ...(before.channel.name === '' && { channel: { ...before.channel, name: table.definition.title } }),
        }));
      if (!mustChooseSheet) {
        take();
        await navigate(addressOf('table', 'fields'));
        return;
      }
      await navigate(addressOf('table', 'file'));
      focusIn('[role="combobox"]', () => {
        setReading(false);
        take();
      });
    } catch (reason) {
      focusFirstProblem(() => {
        setReading(false);
        setProblem(wordsOf(reason));
      });
    } finally {
      setReading(false);
    }
  };
  return { read, isReading, problem };
}
