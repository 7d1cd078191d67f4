import type { FreeSpace } from '../../db/free-space.ts';
import type { Db } from '../../db/tables.ts';
import type { NewPublication, Published } from '../../store/publication/new-publication.ts';
import { publish, type PublishOptions } from '../../store/publication/publish.ts';

export type TryOptions = Pick<PublishOptions, 'inspect' | 'writesRows' | 'before'>;

/**
 * Checks changes as a publication does: everything is written, inspected and rolled back, so nothing is public afterwards
 * (SU1).
 * @returns the number and ids that the publication would have had
 * @throws StoreFull, RowProblems, PublicationRefused as `publish` does
 */
export const tryPublication = (
  store: { db: Db; freeSpace?: FreeSpace },
  input: Pick<NewPublication, 'title' | 'changes' | 'newIds'>,
  options: TryOptions,
): Promise<Published> =>
  publish(store, { ...input, writtenBy: '撰写人', approvedBy: '审核人' }, { ...options, commit: false });
