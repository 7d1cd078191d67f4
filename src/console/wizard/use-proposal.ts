import { useSWRConfig } from 'swr';
import type { AnswerOf, ParamsOf } from '#wire/console-calls.ts';
import { dataRowsOf } from '#wire/data-rows.ts';
import type { WizardFile } from '#wire/wizard.ts';
import { addressOf } from '../calls/call.ts';
import { ONCE, useRead } from '../calls/use-calls.ts';

/**
 * Params of the call for a proposal, in one order whatever the file was read from: the answer is cached by its address.
 */
export const sheetOf = ({
  filepath,
  filename,
  sheet,
  fillMerged,
  answers,
}: WizardFile): ParamsOf<'GET /wizard/table'> => ({
  filepath,
  filename,
  sheet,
  ...(fillMerged && { fillMerged }),
  ...(dataRowsOf(answers) !== '' && { dataRows: dataRowsOf(answers) }),
});

/** Proposal for a file, loaded once, because a stored file never changes. */
export const useProposal = (file: WizardFile | null) =>
  useRead('GET /wizard/table', file && sheetOf(file), { ...ONCE, revalidateIfStale: false });

/** Keeps what was just read for the steps that follow. */
export function useKeepProposal(): (file: WizardFile, proposal: AnswerOf<'GET /wizard/table'>) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return (file, proposal) => mutate(addressOf('GET /wizard/table', sheetOf(file)), proposal, { revalidate: false });
}
