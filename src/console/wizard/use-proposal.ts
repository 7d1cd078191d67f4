import useSWR, { useSWRConfig } from 'swr';
import type { TableProposal, WizardFile } from '#wire/wizard.ts';
import { fileQuery } from './wizard-state.ts';

const keyOf = (file: WizardFile): string => `/wizard/table${fileQuery(file)}`;

/** What was proposed for a file: a stored file never changes, so it is asked once. */
export const useProposal = (file: WizardFile | null) =>
  useSWR<TableProposal, unknown>(file && keyOf(file), {
    revalidateIfStale: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });

/** Keeps what was just read for the steps that follow. */
export function useKeepProposal(): (file: WizardFile, proposal: TableProposal) => Promise<unknown> {
  const { mutate } = useSWRConfig();
  return (file, proposal) => mutate(keyOf(file), proposal, { revalidate: false });
}
