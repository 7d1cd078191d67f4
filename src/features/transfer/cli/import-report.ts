import type { Compared, ComparedExport, Standing } from '../server/compare-export.ts';
import { TransferRefused } from '#server/editions/draft/transfer-refused.ts';
import type { ImportSiteOptions } from './import-site-options.ts';

/** Those that are taken without being named. */
const TAKEN: readonly Standing[] = ['new', 'changed'];

/**
 * BE4: the things of a file that an edition would bring: what is new or differs but for what is left out, and what was changed
 * here only where it is named.
 * @throws TransferRefused where something is named that the file has not
 */
export function chooseThings(
  things: readonly Compared[],
  { without, take }: Pick<ImportSiteOptions, 'without' | 'take'>,
): Compared[] {
  const unknown = [...without, ...take].find((name) => !things.some(({ subject }) => subject === name));
  if (unknown !== undefined)
    throw new TransferRefused(
      `The file has no thing ${unknown}. Name things as the command lists them, such as ${things[0]?.subject ?? 'page:home'}.`,
    );
  const differing = things.filter(({ standing }) => standing !== 'same');
  return differing.filter(
    ({ subject, standing }) => !without.includes(subject) && (TAKEN.includes(standing) || take.includes(subject)),
  );
}

const WORDS: Readonly<Record<Exclude<Standing, 'same'>, string>> = {
  new: 'new',
  changed: 'differs',
  ours: 'changed here alone',
  clash: 'CLASH',
  older: 'OLDER',
  other: 'OTHER',
};

/** What it means that one is taken all the same. */
const TAKING: Readonly<Partial<Record<Standing, string>>> = {
  clash: ', both sides have their own, and the file’s is taken',
  older: ', and is taken although something newer was before',
  other: ', and is taken as a new one',
};

interface Coming {
  chosen: readonly Compared[];
  /** how many things do not fit in one edition any more */
  waiting: number;
  /** how many of the chosen are articles that are published in steps */
  apart: number;
}

/** What a file brings, by thing, for people. */
export function importReport(
  path: string,
  { header, contents, things, memory, newerTaken }: ComparedExport,
  { chosen, waiting, apart }: Coming,
): string {
  const taken = new Set(chosen);
  const differing = things.filter(({ standing }) => standing !== 'same');
  return [
    `${path}: from ${header.sender.name}, as of ${header.at}; ${things.length} things, ${contents.files} stored files; its signature and all hashes are right.`,
    ...(newerTaken === null
      ? []
      : [`This file is older than what was taken from ${header.sender.name} before, as of ${newerTaken}.`]),
    ...differing.flatMap((thing) => [
      `${WORDS[thing.standing as Exclude<Standing, 'same'>]}: ${thing.title} (${thing.subject})${fate(thing, taken)}`,
      ...thing.differences.map((line) => `    ${line}`),
    ]),
    differing.length === 0
      ? 'Nothing differs.'
      : `${differing.length} differ, ${things.length - differing.length} are the same; an edition would bring ${chosen.length}.`,
    ...(memory.pending
      ? [
          `Edition ${memory.pending.edition} of an earlier import is neither published nor discarded: nothing more is saved before that.`,
        ]
      : []),
    ...(apart > 0
      ? [`${apart} of these are articles: they are approved with that edition, and published in steps of a thousand.`]
      : []),
    ...(waiting > 0
      ? [`${waiting} more do not fit in one edition. Publish this one first, and import the file again.`]
      : []),
  ].join('\n');
}

function fate(thing: Compared, taken: ReadonlySet<Compared>): string {
  if (taken.has(thing)) return TAKING[thing.standing] ?? '';
  if (thing.standing === 'older')
    return `: something newer was taken from there before. It is left out; --take ${thing.subject} takes it`;
  if (thing.standing === 'other')
    return `: there another article had this number before. It is left out; --take ${thing.subject} takes it as a new one`;
  if (thing.standing === 'clash')
    return `: both sides have changed it, or each has made its own. It is left out; --take ${thing.subject} takes it`;
  return thing.standing === 'ours' ? `: left as it is; --take ${thing.subject} takes what the file has` : ', left out';
}
